package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.config.ConsumerEntry;
import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows one record, or lists those that need attention. Changes nothing. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    header = "Shows a record, or lists those that need attention.%n",
    description = {
      "Shows a record, what it means and what to do next: by key, by a message, or by id.",
      "Or lists the records of a consumer that need attention. Changes nothing."
    })
public final class InspectCommand implements Callable<Integer> {
  private static final String NO_STALE =
      "Stale claims without steps are listed only where the function has"
          + " EFFECTIVELY_ONCE_LISTING=OPEN.";

  private static final String BY_DEAD_LETTERS =
      " Find the others through their dead letters: inspect --dead-letters.";

  private final Host host;
  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final RecordOptions target = new RecordOptions();

  @Option(
      names = "--list",
      paramLabel = "held|failed|stale|open|all",
      description = "List the records of --consumer in this state, oldest change first.")
  private Optional<RecordFilter> list = Optional.empty();

  @Option(
      names = "--dead-letters",
      description = "What a replay would do with each message of --consumer's dead-letter queue.")
  private boolean deadLetters;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many to list at most. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public InspectCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    checkUsage();
    try (Session session = Session.open(host, common, spec)) {
      if (list.isPresent()) {
        session.output().result(listed(list.get(), session));
      } else if (deadLetters) {
        ConsumerEntry consumer = session.consumer(target.requiredConsumer());
        session.output().result(DeadLetters.peek(consumer, limit, session));
      } else {
        Address address = target.resolve(session);
        session.output().result(Records.view(address, session));
      }
    }
    return ExitCode.DONE;
  }

  private void checkUsage() {
    int ways = (list.isPresent() ? 1 : 0) + (deadLetters ? 1 : 0) + (target.isGiven() ? 1 : 0);
    if (ways > 1) {
      throw CommandException.usage(
          "A record, --list and --dead-letters exclude each other", "Give one of them");
    }
    if (limit < 1) {
      throw CommandException.usage("The limit is " + limit, "Give --limit 1 or more");
    }
  }

  private RecordTable listed(RecordFilter wanted, Session session) {
    ConsumerEntry consumer = session.consumer(target.requiredConsumer());
    List<RecordView> found =
        session
            .listing(consumer)
            .listed(new ConsumerName(consumer.name()))
            .filter(record -> wanted.includes(record, State.of(record, session.now())))
            .limit(limit)
            .map(record -> view(consumer, record, session))
            .toList();
    boolean isBlind = wanted.seeksStale() && consumer.listing() == Listing.DOUBTFUL;
    String blind = consumer.isApi() ? NO_STALE : NO_STALE + BY_DEAD_LETTERS;
    return new RecordTable(wanted, found, limit, isBlind ? blind : "");
  }

  private static RecordView view(
      ConsumerEntry consumer, IdempotencyRecord record, Session session) {
    Address address = new Address(consumer, record.id(), Optional.empty(), Optional.empty());
    return Records.view(address, Optional.of(record), session);
  }
}
