package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.operations.record.Intervention;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
public final class AcknowledgeCommand extends RecordCommand {
  private static final Intervention ACKNOWLEDGE = new Intervention.Acknowledge();

  @Mixin private final SelectionOptions many = new SelectionOptions();

  @Override
  protected void checkUsage() {
    many.check(target());
  }

  @Override
  protected int run(Session session) {
    return many.isGiven()
        ? carryOut(ACKNOWLEDGE, "acknowledged", many, session)
        : super.run(session);
  }

  @Override
  int run(Shown shown) {
    return carryOut(
        ACKNOWLEDGE,
        "Acknowledge its failure?",
        "Acknowledged. It is listed no more, and stays failed.",
        shown);
  }
}
