package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.options.ReasonOption;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.record.Address;
import dev.effectivelyonce.operations.record.Change;
import dev.effectivelyonce.operations.record.DryRun;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.Interventions;
import dev.effectivelyonce.operations.record.RecordView;
import dev.effectivelyonce.operations.record.Records;
import java.util.Optional;

/**
 * A record that was shown to the user, who is then asked what to do to it.
 *
 * @param view the record as it was shown
 * @param interventions what may be done to it, and why
 * @param session in which
 */
record Shown(RecordView view, Interventions interventions, Session session) {
  static Shown of(Address address, ReasonOption reason, Session session) {
    Interventions interventions = new Interventions(session.context(), reason.given());
    RecordView view = new Records(session.context()).view(address);
    session.output().preview(document(view, session));
    return new Shown(view, interventions, session);
  }

  static RecordDocument document(RecordView view, Session session) {
    return new RecordDocument(view, new CommandWords(session));
  }

  /**
   * Checks that it may be done, before the user is asked.
   *
   * @throws OperationException if it is refused
   */
  void check(Intervention wanted) {
    Optional<Change.Refused> refused = interventions.refusal(wanted, view);
    if (refused.isPresent()) {
      throw refused.get().refusal();
    }
  }

  /**
   * Returns the record after it was done.
   *
   * @throws OperationException if it is refused, or somebody else changed it since it was shown
   */
  RecordView carryOut(Intervention wanted) {
    ReasonOption.warn(session);
    return interventions.carryOut(wanted, view).now();
  }

  /**
   * Shows what would be written, and writes nothing. Returns the exit code.
   *
   * @throws OperationException if it would be refused
   */
  int dryRun(Intervention wanted) {
    RecordView after = interventions.asDryRun().carryOut(wanted, view).now();
    session.output().result(new DryRunDocument(new DryRun(view, after), new CommandWords(session)));
    return ExitCode.DONE;
  }
}
