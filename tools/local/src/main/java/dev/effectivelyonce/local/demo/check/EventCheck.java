package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether one event is where its messages and its record say, and nothing of it is lost. */
final class EventCheck {
  /** The attempt of an order in which its saga gives up what does not happen. */
  private static final int SAGA_GIVES_UP_IN = 6;

  private final Evidence evidence;

  EventCheck(Evidence evidence) {
    this.evidence = evidence;
  }

  List<Violation> violations(Event event) {
    List<Violation> found = new ArrayList<>();
    lost(event).ifPresent(found::add);
    overwritten(event).ifPresent(found::add);
    if (event.id().queue() == DemoQueue.FULFILMENT) {
      unexpectedEnd(event).ifPresent(found::add);
      return found;
    }
    missingEffect(event).ifPresent(found::add);
    uncompletedEffect(event).ifPresent(found::add);
    unexpectedEffect(event).ifPresent(found::add);
    unexpectedState(event).ifPresent(found::add);
    wrongPayload(event).ifPresent(found::add);
    return found;
  }

  /** An event is lost if a message of it is gone and it is neither done nor dead-lettered. */
  private Optional<Violation> lost(Event event) {
    if (evidence.isCompleted(event)) {
      return Optional.empty();
    }
    return evidence.runnable(event).stream()
        .filter(message -> !evidence.isDead(message))
        .findFirst()
        .map(
            gone ->
                violation(
                    Breach.LOST,
                    event,
                    "message %d is %s and not in the dead-letter queue"
                        .formatted(gone.number(), state(gone))));
  }

  private Optional<Violation> missingEffect(Event event) {
    if (!evidence.isCompleted(event) || evidence.hasEffect(event)) {
      return Optional.empty();
    }
    Breach breach =
        event.id().queue() == DemoQueue.PAYMENTS ? Breach.MISSING_LEDGER_ROW : Breach.LOST;
    return Optional.of(violation(breach, event, "completed, but its row is missing"));
  }

  /**
   * Returns a violation if the effect is there and the completion is not. An effect that is
   * committed with its completion never comes before it; the row of an order that is not to be
   * shipped can.
   */
  private Optional<Violation> uncompletedEffect(Event event) {
    boolean isHalfDone =
        (event.id().queue() == DemoQueue.PAYMENTS || event.kind() == Kind.TO_SHIP)
            && evidence.hasEffect(event)
            && !evidence.isCompleted(event);
    return isHalfDone
        ? Optional.of(violation(Breach.NOT_COMPLETED, event, "written, but not completed"))
        : Optional.empty();
  }

  private Optional<Violation> unexpectedEffect(Event event) {
    boolean mayApply =
        switch (event.kind()) {
          case OVER_BALANCE, NO_ACCOUNT, RETRYABLE_ALWAYS -> false;
          // Its fault acts on the first attempt alone; where that died, the second applies it.
          case PERMANENT -> evidence.deaths(event) > 0;
          default -> true;
        };
    return mayApply || !(evidence.hasEffect(event) || evidence.isCompleted(event))
        ? Optional.empty()
        : Optional.of(
            violation(Breach.UNEXPECTED_EFFECT, event, event.kind() + " must have no effect"));
  }

  private Optional<Violation> unexpectedState(Event event) {
    Optional<Status> status = evidence.record(event).map(RecordRow::status);
    boolean died = evidence.deaths(event) > 0;
    boolean explained =
        status
            .map(
                state ->
                    switch (state) {
                      case COMPLETED -> true;
                      case FAILED -> event.kind().fate() == Fate.FAILED || isGiven(event);
                      case RETRYABLE ->
                          event.kind().fate() == Fate.EXHAUSTED || isGiven(event) || died;
                      case UNKNOWN -> !evidence.rules().allowsRepeats() && (died || isGiven(event));
                      case INPROGRESS -> died;
                    })
            .orElse(!evidence.hasEffect(event));
    return explained
        ? Optional.empty()
        : Optional.of(
            violation(
                Breach.UNEXPECTED_STATE,
                event,
                event.kind() + " whose processes died " + evidence.deaths(event) + " times"));
  }

  /** The stand-in can always be reached: only what is tried for long may go back or be held. */
  private Optional<Violation> unexpectedEnd(Event event) {
    boolean isTriedForLong =
        evidence.record(event).map(RecordRow::attempt).orElse(0) >= SAGA_GIVES_UP_IN;
    boolean explained =
        switch (SagaEnd.of(evidence.record(event))) {
          case SHIPPED -> event.kind().fate() != Fate.FAILED;
          case WENT_BACK -> event.kind().fate() == Fate.FAILED || isTriedForLong;
          case HELD -> isTriedForLong || !evidence.rules().allowsRepeats();
          case STOPPED, NOT_BEGUN -> true;
        };
    return explained
        ? Optional.empty()
        : Optional.of(violation(Breach.UNEXPECTED_STATE, event, event.kind() + " order"));
  }

  private Optional<Violation> overwritten(Event event) {
    return evidence
        .record(event)
        .filter(row -> row.status() == Status.COMPLETED)
        .filter(row -> row.resultAttempt().orElse(0) != row.attempt())
        .map(
            row ->
                violation(
                    Breach.OVERWRITTEN,
                    event,
                    row.resultAttempt().isPresent()
                        ? "its result is that of attempt " + row.resultAttempt().getAsInt()
                        : "it holds no result with an attempt"));
  }

  private Optional<Violation> wrongPayload(Event event) {
    if (isGiven(event)) {
      return Optional.empty();
    }
    return amountFound(event)
        .filter(amountCents -> amountCents != event.amountCents())
        .map(
            amountCents ->
                violation(
                    Breach.WRONG_PAYLOAD,
                    event,
                    "its row says %d cents, its first message said %d"
                        .formatted(amountCents, event.amountCents())));
  }

  private Optional<Long> amountFound(Event event) {
    return switch (event.id().queue()) {
      case ORDERS, RECEIPTS -> evidence.orderRow(event).map(Tables.OrderRow::totalCents);
      case PAYMENTS -> evidence.ledgerRow(event).map(Tables.LedgerRow::amountCents);
      case FULFILMENT -> Optional.empty();
    };
  }

  private static boolean isGiven(Event event) {
    return event.kind() == Kind.GIVEN;
  }

  private String state(PlannedMessage message) {
    return evidence.isAcknowledged(message) ? "acknowledged" : "gone";
  }

  private Violation violation(Breach breach, Event event, String what) {
    String record = evidence.record(event).map(Object::toString).orElse("none");
    return new Violation(
        breach, event.id().queue(), event.id().key(), what + "; record: " + record);
  }
}
