package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.DryRunOption;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.RecordView;
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
      "gets a marker (ERASED) for its result. This can't be undone. Of a record that is gone it",
      "erases the trail, which outlives it.",
      "Shows the record, asks, and writes only if it is still as shown.",
      "Example: erase --consumer orders --key-file key.txt --reason T-7"
    })
public final class EraseCommand implements Callable<Integer> {
  private final Host host;
  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final RecordOptions target = new RecordOptions();
  @Mixin private final ReasonOption reason = new ReasonOption();
  @Mixin private final DryRunOption dryRun = new DryRunOption();
  @Mixin private final Confirmation confirmation = new Confirmation();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public EraseCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    try (Session session = Session.open(host, common, spec)) {
      Shown shown = Shown.of(target.resolve(session), reason, session);
      Intervention erase = new Intervention.Erase();
      if (dryRun.isGiven()) {
        return shown.dryRun(erase);
      }
      shown.check(erase);
      Output output = session.output();
      boolean isGone = shown.view().isGone();
      confirmation.ask(
          "Erase what may be personal in " + (isGone ? "what is left, its trail?" : "it?"),
          output,
          host);
      RecordView erased = shown.carryOut(erase);
      output.tell("Erased. Messages and logs are not: see docs/restore.md, Erase.");
      output.result(Shown.document(erased, session));
    }
    return ExitCode.DONE;
  }
}
