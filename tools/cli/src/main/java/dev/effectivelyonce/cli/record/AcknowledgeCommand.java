package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.DryRunOption;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.RecordView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Takes failures that were dealt with off the list. */
@Command(
    name = "acknowledge",
    mixinStandardHelpOptions = true,
    header = "Takes a failure that was dealt with off the list.%n",
    description = {
      "Takes a record that failed for good off the lists of `inspect`, when nothing is left to do",
      "about it. The record stays: further messages of its key are refused as failed. If it is",
      "reopened and fails again, it is listed again.",
      "Shows the record, asks, and writes only if it is still as shown. Needs --reason.",
      "With --list it acknowledges all that match, and asks once.",
      "Example: acknowledge --consumer orders --list failed --error CardDeclined --reason 'T-7'"
    })
public final class AcknowledgeCommand implements Callable<Integer> {
  private final Host host;
  @Mixin private final CommonOptions common = new CommonOptions();
  @Mixin private final RecordOptions target = new RecordOptions();
  @Mixin private final SelectionOptions many = new SelectionOptions();
  @Mixin private final ReasonOption reason = new ReasonOption();
  @Mixin private final DryRunOption dryRun = new DryRunOption();
  @Mixin private final Confirmation confirmation = new Confirmation();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the command for a host. */
  public AcknowledgeCommand(Host host) {
    this.host = host;
  }

  @Override
  public Integer call() {
    many.check(target);
    Intervention acknowledge = new Intervention.Acknowledge();
    try (Session session = Session.open(host, common, spec)) {
      if (many.isGiven()) {
        return new BulkRun(session, acknowledge, "acknowledged")
            .of(many, target, reason, confirmation, dryRun);
      }
      Shown shown = Shown.of(target.resolve(session), reason, session);
      if (dryRun.isGiven()) {
        return shown.dryRun(acknowledge);
      }
      shown.check(acknowledge);
      confirmation.ask("Acknowledge its failure?", session.output(), host);
      RecordView now = shown.carryOut(acknowledge);
      session.output().tell("Acknowledged. It is listed no more, and stays failed.");
      session.output().result(Shown.document(now, session));
    }
    return ExitCode.DONE;
  }
}
