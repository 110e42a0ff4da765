package dev.effectivelyonce.cli.letters;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.replay.ReplayListener;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The consumer of the dead letters, and whether progress is printed. */
public final class LetterOptions {
  @Option(names = "--consumer", paramLabel = "NAME", description = "The consumer's name.")
  private Optional<String> consumer = Optional.empty();

  @Option(names = "--quiet", description = "Print no progress.")
  private boolean quiet;

  /**
   * The letters of the consumer.
   *
   * @throws OperationException if it is not given, or has none
   */
  public DeadLetters letters(Session session) {
    return letters(session, Optional.empty());
  }

  /**
   * The letters of the consumer.
   *
   * @param reason why something is done with them, for the trail of a record that is reopened
   * @throws OperationException if it is not given, or has none
   */
  public DeadLetters letters(Session session, Optional<String> reason) {
    return DeadLetters.of(session.context().consumer(consumer()), session.context(), reason);
  }

  /**
   * The consumer's name.
   *
   * @throws OperationException if it is not given
   */
  public String consumer() {
    return consumer.orElseThrow(
        () ->
            OperationException.usage(
                "The consumer is not given", "Name it with --consumer, as its code does"));
  }

  /** Returns what tells of a pass while it lasts. */
  public ReplayListener progress(DeadLetters letters, Session session) {
    return quiet ? ReplayListener.NONE : Progress.ofPass(session, letters.visible());
  }
}
