package dev.effectivelyonce.local.demo.check;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Whether each message and each event of a queue is where its record says. */
record QueueCheck(Evidence evidence, Findings found) {
  void check() {
    evidence.plan().messages().forEach(this::checkMessage);
    evidence.events().forEach(this::checkEvent);
    checkStrangers();
  }

  private void checkMessage(PlannedMessage message) {
    boolean isDead = evidence.isDead(message);
    String subject =
        "message %s (%s of %s)"
            .formatted(
                message.number(),
                message.role(),
                message.event().map(Object::toString).orElse(message.queue().label()));
    found.addIf(
        !isDead && !evidence.isAcknowledged(message),
        Promise.NOT_LOST,
        subject,
        "lost: neither acknowledged nor dead-lettered");
    found.addIf(
        !isDead && evidence.isAcknowledged(message) && !message.isRunnable(),
        Promise.REFUSED,
        subject,
        "acknowledged, though it can only be refused");
    if (isDead && message.isRunnable()) {
      Event event = evidence.plan().events().get(message.event().orElseThrow());
      found.addIf(
          !hasCause(requireNonNull(event), message),
          Promise.NOT_LOST,
          subject,
          "dead-lettered without a cause");
    }
  }

  private boolean hasCause(Event event, PlannedMessage message) {
    boolean isRefused =
        event.consumer() == DemoConsumer.FULFILMENT
            ? !evidence.isCompleted(event)
            : event.kind().fate() != Fate.APPLIED || evidence.has(event, Status.UNKNOWN);
    // What is not deleted in time comes back as a duplicate, until its receives are used up.
    boolean isNotDeleted = evidence.deliveries().isDisturbed() && evidence.isAcknowledged(message);
    return isRefused
        || isNotDeleted
        || evidence.deliveries().interrupted().contains(message.number());
  }

  private void checkEvent(Event event) {
    boolean isCompleted = evidence.isCompleted(event);
    boolean isGone = evidence.messages(event).stream().anyMatch(it -> !evidence.isDead(it));
    addIf(!isCompleted && isGone, Promise.NOT_LOST, event, "lost: its message is gone");
    OptionalInt result =
        evidence.record(event).map(RecordRow::resultAttempt).orElseGet(OptionalInt::empty);
    addIf(
        isCompleted && result.orElse(0) != evidence.attempts(event),
        Promise.NOT_OVERWRITTEN,
        event,
        "its completion is overwritten: its result is of the attempt " + result);
    addIf(
        isCompleted && event.kind().fault() != Fault.NONE && evidence.attempts(event) < 2,
        Promise.FAULTS_REAL,
        event,
        "its first attempt was to fail, and there was no second");
    if (event.consumer() != DemoConsumer.FULFILMENT) {
      checkEffect(event);
      checkPolicy(event);
      checkZombie(event);
    }
  }

  private void checkEffect(Event event) {
    boolean isCompleted = evidence.isCompleted(event);
    boolean hasEffect = evidence.hasEffect(event);
    boolean isRefused = event.kind().fate() != Fate.APPLIED;
    addIf(
        isRefused && (hasEffect || isCompleted), Promise.REFUSED, event, "it must have no effect");
    addIf(isCompleted && !hasEffect, Promise.NOT_LOST, event, "lost: completed, without its row");
    boolean isCommitted = !event.consumer().isPlain() || event.kind() == Kind.TO_SHIP;
    addIf(
        isCommitted && hasEffect && !isCompleted,
        Promise.COMMITTED_ONCE,
        event,
        "written, but not completed");
    Optional.ofNullable(evidence.tables().plain().get(event.id()))
        .ifPresent(row -> checkRow(event, row));
  }

  private void checkRow(Event event, PlainRow row) {
    addIf(
        row.totalCents() != event.amountCents(),
        Promise.REFUSED,
        event,
        "its row says %s cents, its first message %s"
            .formatted(row.totalCents(), event.amountCents()));
    // What is written with the completion is written once; the rest, once in each attempt at most.
    boolean isCommitted = event.kind() == Kind.TO_SHIP;
    boolean mayRepeat = !isCommitted && evidence.allowsRepeats() && evidence.died(event);
    int most = mayRepeat ? Math.max(1, evidence.attempts(event)) : 1;
    addIf(
        row.timesProcessed() > most,
        isCommitted ? Promise.COMMITTED_ONCE : Promise.PLAIN_EXPLAINED,
        event,
        "double effect: it happened %s times, and %s at most is allowed"
            .formatted(row.timesProcessed(), most));
  }

  private void checkPolicy(Event event) {
    boolean died = evidence.died(event);
    boolean isExplained =
        evidence
            .record(event)
            .map(
                row ->
                    switch (row.status()) {
                      case COMPLETED -> true;
                      case FAILED -> event.kind().fate() == Fate.FAILED;
                      case RETRYABLE -> event.kind().fate() == Fate.EXHAUSTED || died;
                      case UNKNOWN -> !evidence.allowsRepeats() && died;
                      case INPROGRESS -> died;
                    })
            .orElse(true);
    addIf(!isExplained, Promise.NOT_LOST, event, "nothing explains its state");
    boolean isToBeHeld =
        event.kind().fault() == Fault.DEADLY
            && !evidence.allowsRepeats()
            && !evidence.deliveries().isDisturbed();
    addIf(
        isToBeHeld && evidence.isCompleted(event),
        Promise.PLAIN_EXPLAINED,
        event,
        "done, though the policy is HOLD");
  }

  /** It goes on when another attempt is done, or the event is held; faults may come before it. */
  private void checkZombie(Event event) {
    boolean isPassed = evidence.wasTakenOver(event) || evidence.has(event, Status.UNKNOWN);
    addIf(
        event.kind() == Kind.ZOMBIE
            && isPassed
            && !evidence.deliveries().isDisturbed()
            && !evidence.isRefusedLate(event),
        Promise.NOT_OVERWRITTEN,
        event,
        "its late completion was not refused");
  }

  /** What is there and was never sent. Rows of requests are looked at with them. */
  private void checkStrangers() {
    Stream.concat(
            evidence.tables().plain().keySet().stream(),
            evidence.tables().book().transfers().keySet().stream()
                .map(key -> new Event.Id(DemoConsumer.LEDGER, key)))
        .forEach(
            id ->
                found.addIf(
                    !evidence.plan().events().containsKey(id),
                    Promise.REFUSED,
                    id.toString(),
                    "an effect that nobody asked for"));
    List<String> strangers = evidence.deliveries().strangers();
    found.addIf(
        !strangers.isEmpty(),
        Promise.NOT_LOST,
        "dead letters",
        "dead-lettered, and nobody sent it: " + strangers);
    int left = evidence.deliveries().left();
    found.addIf(left > 0, Promise.NOT_LOST, "queues", left + " messages remain in them");
  }

  private void addIf(boolean isBroken, Promise promise, Event event, String what) {
    String record = evidence.record(event).map(RecordRow::toString).orElse("none");
    found.addIf(
        isBroken,
        promise,
        event.id().toString(),
        "%s; %s; its process died: %s; record: %s"
            .formatted(what, event.kind(), evidence.died(event), record));
  }
}
