package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.Confirmation;
import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Ticker;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.BulkInterventions;
import dev.effectivelyonce.operations.record.BulkListener;
import dev.effectivelyonce.operations.record.BulkPreview;
import dev.effectivelyonce.operations.record.BulkResult;
import dev.effectivelyonce.operations.record.Intervention;
import java.util.Locale;
import java.util.Optional;

/**
 * One decision about many records: a preview, one question, progress, and counts at the end.
 *
 * @param session in which
 * @param wanted the decision
 * @param words what is done, such as "settled as COMPLETED"
 */
record BulkRun(Session session, Intervention wanted, String words) {
  /** Returns the exit code. */
  int of(
      SelectionOptions options,
      RecordOptions target,
      ReasonOption reason,
      Confirmation confirmation,
      boolean isDryRun) {
    String why =
        reason
            .given()
            .orElseThrow(
                () ->
                    OperationException.usage(
                        "A decision about many records has no reason", "Give --reason"));
    BulkInterventions bulk = new BulkInterventions(session.context(), why, options.pace(session));
    Output output = session.output();
    BulkPreview preview =
        session.running(
            () ->
                bulk.preview(
                    options.selection(target, session), progress("found %,d, unreadable %,d")));
    BulkPreviewDocument shown = new BulkPreviewDocument(preview, new CommandWords(session));
    if (isDryRun) {
      return dryRun(bulk, shown);
    }
    output.preview(shown);
    if (preview.count() > 0) {
      confirmation.ask(
          String.format(
              Locale.ROOT,
              "%,d record%s will be %s. Go on?",
              preview.count(),
              preview.count() == 1 ? "" : "s",
              words),
          session);
      ReasonOption.warn(session);
    }
    BulkResult result =
        session.running(() -> bulk.carryOut(wanted, preview, progress(words + " %,d, left %,d")));
    output.result(new BulkDocument(Optional.empty(), result, words));
    return exitCode(result);
  }

  private int dryRun(BulkInterventions bulk, BulkPreviewDocument shown) {
    String wouldBe = "would be " + words;
    BulkResult result =
        session.running(
            () -> bulk.dryRun(wanted, shown.preview(), progress(wouldBe + " %,d, left %,d")));
    session.output().result(new BulkDocument(Optional.of(shown), result, wouldBe));
    return exitCode(result);
  }

  private BulkListener progress(String text) {
    Ticker ticker = new Ticker(session.context().platform().clock());
    return (done, left) -> {
      if (ticker.isDue()) {
        session.output().tell(String.format(Locale.ROOT, text, done, left));
      }
    };
  }

  private static int exitCode(BulkResult result) {
    return switch (result.end()) {
      case ALL, LIMIT -> ExitCode.DONE;
      case INTERRUPTED -> ExitCode.REFUSED;
      case FAULT -> ExitCode.UNREACHABLE;
    };
  }
}
