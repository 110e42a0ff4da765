package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.record.Intervention;
import picocli.CommandLine.Command;

/** Erases what may be personal in a record. */
@Command(
    name = "erase",
    mixinStandardHelpOptions = true,
    header = "Erases what may be personal in a record, and keeps the record.%n",
    description = {
      "Erases the readable key, the result, the error, and the results of steps. The record stays:",
      "further messages of its key are duplicates, or failed for good, as before. A duplicate",
      "gets a marker (ERASED) for its result. This can't be undone. Of a record that is gone it",
      "erases the trail, which outlives it.",
      "Shows the record, asks, and writes only if it is still as shown.",
      "Example: erase --consumer orders --key-file key.txt --reason T-7"
    })
public final class EraseCommand extends RecordCommand {
  private static final Intervention ERASE = new Intervention.Erase();

  @Override
  int run(Shown shown) {
    boolean isGone = shown.view().isGone();
    return isGone && isDryRun()
        ? dryRunOfTrail(shown)
        : carryOut(
            ERASE,
            "Erase what may be personal in " + (isGone ? "what is left, its trail?" : "it?"),
            "Erased. Messages and logs are not: see docs/restore.md, Erase.",
            shown);
  }

  private static int dryRunOfTrail(Shown shown) {
    shown.check(ERASE);
    Output output = shown.session().output();
    output.tell("What may be personal in its trail would be erased. Nothing was written.");
    output.result(Shown.document(shown.view(), shown.session()));
    return ExitCode.DONE;
  }
}
