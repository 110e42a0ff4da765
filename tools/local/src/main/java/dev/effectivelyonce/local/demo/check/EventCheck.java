package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether each event is where its messages and its record say, and nothing of it is lost. */
record EventCheck(Evidence evidence, Findings found) {
  /** The attempt of an order in which its saga gives up what does not happen. */
  private static final int SAGA_GIVES_UP_IN = 6;

  void check() {
    Stream.concat(evidence.plan().events().values().stream(), evidence.plan().sentOn().stream())
        .forEach(this::check);
    checkStrangers();
  }

  private void check(Event event) {
    checkLost(event);
    checkOverwritten(event);
    if (event.id().queue() == DemoQueue.FULFILMENT) {
      found.addIf(!isEndExplained(event), Breach.UNEXPECTED_STATE, event, event.kind() + " order");
      return;
    }
    boolean hasEffect = evidence.hasEffect(event);
    boolean isCompleted = evidence.isCompleted(event);
    boolean isBooked =
        event.id().queue() == DemoQueue.PAYMENTS || event.id().queue() == DemoQueue.LEDGER;
    Breach missing = isBooked ? Breach.MISSING_LEDGER_ROW : Breach.LOST;
    found.addIf(isCompleted && !hasEffect, missing, event, "completed, but its row is missing");
    // Of a payment, a transfer or an order to ship, the effect is committed with the completion.
    boolean isCommitted = isBooked || event.kind() == Kind.TO_SHIP;
    boolean isHalfDone = isCommitted && hasEffect && !isCompleted;
    found.addIf(isHalfDone, Breach.NOT_COMPLETED, event, "written, but not completed");
    boolean isUnexpected = !mayApply(event) && (hasEffect || isCompleted);
    String kind = event.kind().name();
    found.addIf(isUnexpected, Breach.UNEXPECTED_EFFECT, event, kind + " must have no effect");
    found.addIf(!isStateExplained(event), Breach.UNEXPECTED_STATE, event, kind);
    checkRow(event);
  }

  /** An event is lost if a message of it is gone and it is neither done nor dead-lettered. */
  private void checkLost(Event event) {
    evidence.runnable(event).stream()
        .filter(message -> !evidence.isCompleted(event) && !evidence.isDead(message))
        .findFirst()
        .ifPresent(
            gone ->
                found.add(
                    Breach.LOST,
                    event,
                    "message %s is %s and not in the dead-letter queue"
                        .formatted(
                            gone.number(),
                            evidence.isAcknowledged(gone) ? "acknowledged" : "gone")));
  }

  private void checkOverwritten(Event event) {
    OptionalInt result =
        evidence.record(event).map(RecordRow::resultAttempt).orElseGet(OptionalInt::empty);
    boolean isItsOwn = result.orElse(0) == evidence.attempts(event);
    found.addIf(
        evidence.isCompleted(event) && !isItsOwn,
        Breach.OVERWRITTEN,
        event,
        "its result is of the attempt " + result);
  }

  private boolean mayApply(Event event) {
    return switch (event.kind()) {
      case OVER_BALANCE, NO_ACCOUNT, RETRYABLE_ALWAYS -> false;
      // Its fault acts on the first attempt alone; where that died, the second applies it.
      case PERMANENT -> evidence.died(event);
      default -> true;
    };
  }

  private boolean isStateExplained(Event event) {
    Optional<Status> status = evidence.record(event).map(RecordRow::status);
    boolean died = evidence.died(event);
    Fate fate = event.kind().fate();
    return status
        .map(
            state ->
                switch (state) {
                  case COMPLETED -> true;
                  case FAILED -> fate == Fate.FAILED;
                  case RETRYABLE -> fate == Fate.EXHAUSTED || died;
                  case UNKNOWN -> !evidence.rules().allowsRepeats() && died;
                  case INPROGRESS -> died;
                })
        .orElse(!evidence.hasEffect(event));
  }

  /** The stand-in can always be reached: only what is tried for long may go back or be held. */
  private boolean isEndExplained(Event event) {
    boolean isTriedForLong = evidence.attempts(event) >= SAGA_GIVES_UP_IN;
    return switch (SagaEnd.of(evidence.record(event))) {
      case SHIPPED -> event.kind().fate() != Fate.FAILED;
      case WENT_BACK -> event.kind().fate() == Fate.FAILED || isTriedForLong;
      case HELD -> isTriedForLong || !evidence.rules().allowsRepeats();
      case STOPPED, NOT_BEGUN -> true;
    };
  }

  /** Looks at what the effect's row says: its amount, and how often it was written. */
  private void checkRow(Event event) {
    evidence.ledgerRow(event).ifPresent(row -> checkAmount(event, row.amountCents()));
    evidence
        .orderRow(event)
        .ifPresent(
            row -> {
              checkAmount(event, row.totalCents());
              int runs = row.timesProcessed();
              found.addRepeats(event, runs - 1, evidence.repeatsAllowed(event));
              boolean isTooOften = runs > evidence.attempts(event);
              String what = "its effect happened %s times".formatted(runs);
              found.addIf(isTooOften, Breach.TOO_MANY_RUNS, event, what);
            });
  }

  private void checkAmount(Event event, long amountCents) {
    found.addIf(
        amountCents != event.amountCents(),
        Breach.WRONG_PAYLOAD,
        event,
        "its row says %s cents, its first message said %s"
            .formatted(amountCents, event.amountCents()));
  }

  /** Rows of events that were never sent. Those of requests are looked at with them. */
  private void checkStrangers() {
    checkStrangers(DemoQueue.ORDERS, evidence.tables().orders().keySet());
    checkStrangers(DemoQueue.RECEIPTS, evidence.tables().receipts().keySet());
    checkStrangers(DemoQueue.LEDGER, evidence.tables().book().transfers().keySet());
    checkStrangers(
        DemoQueue.PAYMENTS,
        evidence.tables().ledger().keySet().stream()
            .filter(row -> !evidence.plan().isOfRequests(row.accountId()))
            .map(LedgerKey::paymentId)
            .collect(Collectors.toSet()));
  }

  private void checkStrangers(DemoQueue queue, Set<String> keys) {
    keys.stream()
        .filter(key -> !evidence.plan().events().containsKey(new Event.Id(queue, key)))
        .forEach(key -> found.add(Breach.UNEXPECTED_EFFECT, queue, key, "no message has this key"));
  }
}
