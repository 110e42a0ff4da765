package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.operations.record.Change.Refused;
import dev.effectivelyonce.operations.record.Intervention.Acknowledge;
import dev.effectivelyonce.operations.record.Intervention.Erase;
import dev.effectivelyonce.operations.record.Intervention.Forget;
import dev.effectivelyonce.operations.record.Intervention.Settle;
import dev.effectivelyonce.operations.record.Intervention.SettleStep;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What may not be done to a record, as it was shown. */
final class Refusals {
  private static final String RUN_AGAIN =
      "If its event has to run again, send a new event under an id of its own: see"
          + " docs/operator.md, Run a done event again";

  private Refusals() {}

  static Optional<Refused> of(Intervention wanted, RecordView seen, Optional<String> reason) {
    if (wanted instanceof Erase && (seen.isGone() || seen.state() == State.EXPIRED)) {
      boolean isTrailEmpty = seen.trail().filter(List::isEmpty).isPresent();
      return seen.isGone() && isTrailEmpty ? noTrail(seen) : Optional.empty();
    }
    Optional<IdempotencyRecord> there = seen.record().filter(it -> seen.state() != State.EXPIRED);
    if (there.isEmpty()) {
      return refused(
          "There is no record " + seen.id() + ", or its retention has passed",
          "There is nothing to change: the next message with this key runs");
    }
    if (seen.state() == State.IN_FLIGHT) {
      return refused(
          "An attempt holds the record until " + there.get().leaseUntil(),
          "Wait until then, and look again");
    }
    return ofRecord(wanted, there.get()).or(() -> unexplained(wanted, there.get(), reason));
  }

  private static Optional<Refused> ofRecord(Intervention wanted, IdempotencyRecord seen) {
    return switch (wanted) {
      case Settle settle -> settling(settle, seen);
      case SettleStep settle -> completed(seen).or(() -> settling(settle, seen));
      case Forget forget -> Optional.empty();
      case Erase erase -> erasing(seen);
      case Acknowledge acknowledge -> acknowledging(seen);
    };
  }

  static Optional<Refused> noTrail(RecordView seen) {
    return refused(
        "There is no record " + seen.id() + ", and no trail of one", "There is nothing to erase");
  }

  /** What hides a failure, or lets what is done run again, has to say why. */
  private static Optional<Refused> unexplained(
      Intervention wanted, IdempotencyRecord seen, Optional<String> reason) {
    boolean isDoneAgain = wanted instanceof Forget && seen.status() == Status.COMPLETED;
    if (reason.isPresent() || !(isDoneAgain || wanted instanceof Acknowledge)) {
      return Optional.empty();
    }
    return isDoneAgain
        ? refused(
            "The record is COMPLETED, and no reason says why its event shall run again",
            RUN_AGAIN + ". Where all of it has to run twice, give --reason")
        : refused("No reason says why nothing is left to do about this failure", "Give --reason");
  }

  private static Optional<Refused> acknowledging(IdempotencyRecord seen) {
    if (seen.status() != Status.FAILED) {
      return refused(
          "The record is " + seen.status() + ", and only a failure can be acknowledged",
          seen.status() == Status.UNKNOWN
              ? "Find out whether its effect happened, and settle it"
              : "Inspect it: it says what to do");
    }
    if (seen.isOpen()) {
      return refused(
          "A step of the record happened, or may have: half of its event is done",
          "Undo that, or let it go on; then settle the record");
    }
    return seen.isAcknowledged()
        ? refused("The failure is acknowledged already", "There is nothing to do")
        : Optional.empty();
  }

  private static Optional<Refused> settling(Settle wanted, IdempotencyRecord seen) {
    return seen.status() == wanted.settlement().status()
        ? refused("The record is " + seen.status() + " already", "There is nothing to settle")
        : completed(seen);
  }

  private static Optional<Refused> completed(IdempotencyRecord seen) {
    return seen.status() == Status.COMPLETED
        ? refused("The record is COMPLETED: nothing about it is in doubt", RUN_AGAIN)
        : Optional.empty();
  }

  private static Optional<Refused> settling(SettleStep wanted, IdempotencyRecord seen) {
    return seen.step(wanted.step())
        .map(found -> settling(wanted, found))
        .orElseGet(
            () ->
                refused(
                    "The record has no step " + wanted.step(),
                    "It has: "
                        + seen.steps().stream().map(Step::name).collect(Collectors.joining(", "))));
  }

  private static Optional<Refused> settling(SettleStep wanted, Step found) {
    boolean isOpen = found.state() == Step.State.INTENT || found.state() == Step.State.FAILED;
    boolean lacksResult =
        found.state() == Step.State.DONE && !(found.result() instanceof StoredResult.Text);
    return isOpen || (lacksResult && wanted.result().isPresent())
        ? Optional.empty()
        : refused(
            "Step " + found.name() + " is " + found.state() + ": nothing about it is in doubt",
            "Settle a step that is INTENT or FAILED, or give the --result of one that is DONE"
                + " without");
  }

  /** An event that may run again needs what its record has, and would write it again. */
  private static Optional<Refused> erasing(IdempotencyRecord seen) {
    return switch (seen.status()) {
      case COMPLETED, FAILED -> Optional.empty();
      case INPROGRESS, RETRYABLE, UNKNOWN ->
          refused(
              "The record is " + seen.status() + ": its event may run again and needs what is kept",
              "Settle it as completed, or wait until it is COMPLETED or FAILED, and erase it then");
    };
  }

  private static Optional<Refused> refused(String problem, String remedy) {
    return Optional.of(new Refused(problem, remedy));
  }
}
