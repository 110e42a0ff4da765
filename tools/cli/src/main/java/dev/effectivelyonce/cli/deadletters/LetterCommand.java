package dev.effectivelyonce.cli.deadletters;

import dev.effectivelyonce.cli.letters.Progress;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.options.SessionCommand;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.replay.ReplayListener;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** A command that passes over a consumer's dead letters. */
abstract class LetterCommand extends SessionCommand {
  @Option(names = "--consumer", paramLabel = "NAME", description = "The consumer's name.")
  private Optional<String> consumer = Optional.empty();

  @Option(names = "--quiet", description = "Print no progress.")
  private boolean quiet;

  @Override
  protected void checkUsage() {
    consumer();
  }

  /**
   * The letters of the consumer.
   *
   * @throws OperationException if it is not given, or has none
   */
  final DeadLetters letters(Session session) {
    return letters(session, Optional.empty());
  }

  /**
   * The letters of the consumer.
   *
   * @param reason why something is done with them, for the trail of a record that is reopened
   * @throws OperationException if it is not given, or has none
   */
  final DeadLetters letters(Session session, Optional<String> reason) {
    return DeadLetters.of(session.context().consumer(consumer()), session.context(), reason);
  }

  /**
   * The consumer's name.
   *
   * @throws OperationException if it is not given
   */
  final String consumer() {
    return consumer.orElseThrow(
        () ->
            OperationException.usage(
                "The consumer is not given", "Name it with --consumer, as its code does"));
  }

  /** Returns what tells of a pass while it lasts. */
  final ReplayListener progress(DeadLetters letters, Session session) {
    return quiet ? ReplayListener.NONE : Progress.ofPass(session, letters.visible());
  }

  /** Does work that holds letters, shows what was done, and returns the exit code. */
  static int done(Supplier<WorkResult> work, Session session) {
    WorkDocument document = new WorkDocument(session.running(work));
    session.output().result(document);
    return document.exitCode();
  }
}
