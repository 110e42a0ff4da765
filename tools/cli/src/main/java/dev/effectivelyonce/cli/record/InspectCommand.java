package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.letters.LetterLines;
import dev.effectivelyonce.cli.letters.LimitParser;
import dev.effectivelyonce.cli.letters.Progress;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.options.SessionCommand;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.Records;
import dev.effectivelyonce.replay.ReplayFilter;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows one record, or lists those that need attention. Changes nothing. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    header = "Shows a record, or lists those that need attention.%n",
    description = {
      "Shows a record, what it means and what to do next: by key, by a message, or by id.",
      "Or lists the records of a consumer that need attention. Changes nothing."
    })
public final class InspectCommand extends SessionCommand {
  @Mixin private final RecordOptions target = new RecordOptions();

  @Option(
      names = "--list",
      paramLabel = "held|failed|stale|waiting|halfdone|all",
      description = "List the records of --consumer in this state, oldest change first.")
  private Optional<RecordFilter> list = Optional.empty();

  @Option(
      names = "--dead-letters",
      description =
          "What a replay would do with each message of --consumer's dead-letter queue; as"
              + " `dead-letters`, which takes filters.")
  private boolean deadLetters;

  @Option(
      names = "--limit",
      converter = LimitParser.class,
      paramLabel = "N",
      description = "How many to list at most, or all. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Mixin private final PaceOptions pace = new PaceOptions();

  @Override
  protected int run(Session session) {
    if (deadLetters) {
      return deadLetters(session);
    }
    session.output().result(result(session));
    return ExitCode.DONE;
  }

  private int deadLetters(Session session) {
    OperatorContext context = session.context();
    DeadLetters letters = DeadLetters.of(context.consumer(target.requiredConsumer()), context);
    return LetterLines.list(
        letters, ReplayFilter.NONE, limit, Progress.ofPass(session, letters.visible()), session);
  }

  private Document result(Session session) {
    OperatorContext context = session.context();
    Records records = new Records(context);
    if (list.isPresent()) {
      ConsumerEntry consumer = context.consumer(target.requiredConsumer());
      return new TableDocument(
          records.find(consumer, list.get(), limit, pace.pace(session)), new CommandWords(session));
    }
    return Shown.document(records.view(target.resolve(session)), session);
  }

  @Override
  protected void checkUsage() {
    int ways = (list.isPresent() ? 1 : 0) + (deadLetters ? 1 : 0) + (target.isGiven() ? 1 : 0);
    if (ways > 1) {
      throw OperationException.usage(
          "A record, --list and --dead-letters exclude each other", "Give one of them");
    }
  }
}
