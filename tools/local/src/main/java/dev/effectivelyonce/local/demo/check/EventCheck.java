package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
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
      found.addIf(!isEndExplained(event), event, "it must not end so");
      return;
    }
    boolean hasEffect = evidence.hasEffect(event);
    boolean isCompleted = evidence.isCompleted(event);
    found.addIf(isCompleted && !hasEffect, event, "lost: completed, but its row is missing");
    // Of a payment, a transfer or an order to ship, the effect is committed with the completion.
    boolean isCommitted = !event.id().queue().isPlain() || event.kind() == Kind.TO_SHIP;
    found.addIf(isCommitted && hasEffect && !isCompleted, event, "written, but not completed");
    found.addIf(!mayApply(event) && (hasEffect || isCompleted), event, "it must have no effect");
    found.addIf(!isStateExplained(event), event, "nothing explains its state");
    found.addIf(
        isCompleted && event.kind().fault() != Fault.NONE && evidence.attempts(event) < 2,
        event,
        "its first attempt was to fail, and there was no second");
    found.addIf(ranThoughHeld(event), event, "done, though the policy is HOLD");
    checkRow(event);
    checkZombie(event);
  }

  /** An event is lost if a message of it is gone and it is neither done nor dead-lettered. */
  private void checkLost(Event event) {
    evidence.runnable(event).stream()
        .filter(message -> !evidence.isCompleted(event) && !evidence.isDead(message))
        .findFirst()
        .ifPresent(
            gone ->
                found.addIf(
                    true,
                    event,
                    "lost: message %s is gone, and not in the dead-letter queue"
                        .formatted(gone.number())));
  }

  private void checkOverwritten(Event event) {
    OptionalInt result =
        evidence.record(event).map(RecordRow::resultAttempt).orElseGet(OptionalInt::empty);
    found.addIf(
        evidence.isCompleted(event) && result.orElse(0) != evidence.attempts(event),
        event,
        "its completion is overwritten: its result is of the attempt " + result);
  }

  /** Its process died in its only delivery: an operator is to decide. */
  private boolean ranThoughHeld(Event event) {
    return !evidence.allowsRepeats()
        && !evidence.isDisturbed()
        && event.kind().fault() == Fault.DEADLY
        && event.kind() != Kind.ZOMBIE
        && evidence.deaths(event) == 1
        && !evidence.has(event, Status.UNKNOWN);
  }

  /** It goes on when another attempt is done, or the event is held; faults may come before it. */
  private void checkZombie(Event event) {
    boolean isPassed = evidence.wasTakenOver(event) || evidence.has(event, Status.UNKNOWN);
    boolean isLate = evidence.isAnsweredLate(event) || !evidence.isDisturbed();
    found.addIf(
        event.kind() == Kind.ZOMBIE && isPassed && isLate && !evidence.isRefusedLate(event),
        event,
        "its late completion was not refused");
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
                  case UNKNOWN -> !evidence.allowsRepeats() && died;
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
      case HELD -> isTriedForLong || !evidence.allowsRepeats();
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
              found.addIf(
                  runs > evidence.attempts(event),
                  event,
                  "its effect happened %s times, more often than it had attempts".formatted(runs));
            });
  }

  private void checkAmount(Event event, long amountCents) {
    found.addIf(
        amountCents != event.amountCents(),
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
        .forEach(key -> found.add(queue, key, "an effect of which no message has the key"));
  }
}
