package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Erases what may be personal in a record. */
@Command(
    name = "erase",
    mixinStandardHelpOptions = true,
    header = "Erases what may be personal in a record, and keeps the record.%n",
    description = {
      "Erases the readable key, the result, the error, and what steps came to. The record stays:",
      "further messages of its key are duplicates, or failed for good, as before. A duplicate",
      "gets a marker (ERASED) for its result. This can't be undone.",
      "Shows the record, asks, and writes only if it is still as shown."
    })
public final class EraseCommand implements Callable<Integer> {
  private final Host host;
  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final RecordOptions target = new RecordOptions();
  @Mixin private final Confirmation confirmation = new Confirmation();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public EraseCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    try (Session session = Session.open(host, common, spec)) {
      Address address = target.resolve(session);
      RecordView view = Records.view(address, session);
      Output output = session.output();
      output.preview(view);
      IdempotencyRecord seen = atRest(Records.changeable(view));
      confirmation.ask("Erase what may be personal in it?", output, host);
      IdempotencyRecord erased =
          Records.written(session.store(address.consumer()).erase(seen, session.now()));
      output.tell("Erased. Messages and logs are not: see docs/restore.md, Erase.");
      output.result(Records.view(address, Optional.of(erased), session));
    }
    return ExitCode.DONE;
  }

  /**
   * Returns a record that does not run again. An event that may run again needs what its record
   * has, and would write it again.
   */
  private static IdempotencyRecord atRest(IdempotencyRecord seen) {
    return switch (seen.status()) {
      case COMPLETED, FAILED -> seen;
      case INPROGRESS, RETRYABLE, UNKNOWN ->
          throw CommandException.refused(
              "The record is " + seen.status() + ": its event may run again and needs what is kept",
              "Settle it as completed, or wait until it is COMPLETED or FAILED, and erase it then");
    };
  }
}
