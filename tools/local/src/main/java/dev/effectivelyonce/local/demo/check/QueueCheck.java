package dev.effectivelyonce.local.demo.check;

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
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Whether each message and each event of a queue is where its record says. */
record QueueCheck(Evidence evidence, Findings found) {
  void check() {
    evidence.plan().messages().forEach(this::checkMessage);
    evidence.events().forEach(this::checkEvent);
    checkZombies();
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
        Verdict.brokenIf(evidence.isSettled()),
        Promise.NOT_LOST,
        subject,
        "lost: neither acknowledged nor dead-lettered");
    found.addIf(
        !isDead
            && evidence.isAcknowledged(message)
            && !message.isRunnable()
            && message.event().map(evidence.plan()::event).filter(evidence::wasUsedFirst).isEmpty(),
        message.event().map(this::unlessFree).orElse(Verdict.VIOLATED),
        Promise.REFUSED,
        subject,
        "acknowledged, though it can only be refused");
    if (isDead && message.isRunnable()) {
      Event event = evidence.plan().event(message.event().orElseThrow());
      found.addIf(
          !hasCause(event, message),
          Verdict.brokenIf(!evidence.wasSlow(event)),
          Promise.NOT_LOST,
          subject,
          "dead-lettered without a cause");
    }
  }

  /** After several attempts it is open whose was the first. */
  private Verdict unlessFree(Event.Id id) {
    Event event = evidence.plan().event(id);
    return Verdict.brokenIf(!evidence.mayBeUsedFirst(event) || evidence.attempts(event) <= 1);
  }

  private boolean hasCause(Event event, PlannedMessage message) {
    boolean isRefused =
        event.consumer() == DemoConsumer.FULFILMENT
            ? !evidence.isCompleted(event)
            : event.kind().fate() != Fate.APPLIED || evidence.has(event, Status.UNKNOWN);
    // What is not deleted in time comes back as a duplicate, until its receives are used up.
    boolean isNotDeleted = evidence.isDisturbed() && evidence.isAcknowledged(message);
    return isRefused || isNotDeleted || evidence.wasInterrupted(event, message);
  }

  private void checkEvent(Event event) {
    boolean isCompleted = evidence.isCompleted(event);
    boolean isGone =
        evidence.messages(event).stream()
            .anyMatch(it -> evidence.isAcknowledged(it) && !evidence.isDead(it));
    addIf(!isCompleted && isGone, Promise.NOT_LOST, event, "lost: its message is gone");
    OptionalInt result =
        evidence.record(event).map(RecordRow::resultAttempt).orElseGet(OptionalInt::empty);
    addIf(
        isCompleted && result.orElse(0) != evidence.attempts(event),
        Promise.NOT_OVERWRITTEN,
        event,
        "its completion is overwritten: its result is of the attempt " + result);
    addIf(
        event.kind() != Kind.ZOMBIE && isUntouched(event),
        Promise.FAULTS_REAL,
        event,
        "its first attempt was to fail, and there was no second");
    if (event.consumer() != DemoConsumer.FULFILMENT) {
      checkEffect(event);
      checkState(event);
      checkHold(event);
      checkZombie(event);
    }
  }

  /** Its fault did not strike. */
  private boolean isUntouched(Event event) {
    return evidence.isCompleted(event)
        && event.kind().fault() != Fault.NONE
        && evidence.attempts(event) < 2;
  }

  /** A zombie may be done before a slow machine stops it, unlike any other fault. Not all may. */
  private void checkZombies() {
    List<Event> zombies = evidence.events().filter(event -> event.kind() == Kind.ZOMBIE).toList();
    found.addIf(
        !zombies.isEmpty() && zombies.stream().allMatch(this::isUntouched),
        Verdict.INCONCLUSIVE,
        Promise.FAULTS_REAL,
        "zombies",
        "none was stopped half way, and %s were to".formatted(zombies.size()));
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
    evidence.ledgerRow(event).ifPresent(row -> checkAmount(event, row.amountCents()));
    evidence.plainRow(event).ifPresent(row -> checkRow(event, row));
  }

  private void checkAmount(Event event, long cents) {
    addIf(
        cents != event.amountCents() && !evidence.wasUsedFirst(event),
        unlessFree(event.id()),
        Promise.REFUSED,
        event,
        "its row says %s cents, its first message %s".formatted(cents, event.amountCents()));
  }

  private void checkRow(Event event, PlainRow row) {
    checkAmount(event, row.totalCents());
    int known = evidence.deaths(event) + lostAnswers(event);
    int most = 1 + repeats(event, known);
    int mostIfSlow = 1 + repeats(event, known + evidence.slowFailures(event));
    addIf(
        row.timesProcessed() > most,
        Verdict.brokenIf(row.timesProcessed() > mostIfSlow),
        event.kind() == Kind.TO_SHIP ? Promise.COMMITTED_ONCE : Promise.PLAIN_EXPLAINED,
        event,
        "double effect: it happened %s times, and %s at most is allowed"
            .formatted(row.timesProcessed(), most));
  }

  private int lostAnswers(Event event) {
    return evidence.deliveries().lostAnswers().getOrDefault(event.key(), 0);
  }

  /**
   * Returns how often the effect may have been repeated: once for each attempt that ended after it
   * without knowing of it. What is written with the completion never is. An attempt that shared a
   * batch with one that died, and completed all the same, repeats nothing: the record has no
   * further attempt. Neither does a first one whose fault came before its effect.
   *
   * @param unaware how many attempts may have ended so, as far as is known from outside
   */
  private int repeats(Event event, int unaware) {
    if (!event.consumer().isPlain() || event.kind() == Kind.TO_SHIP || !evidence.allowsRepeats()) {
      return 0;
    }
    int before = Math.max(1, evidence.attempts(event)) - 1;
    int withEffect = event.kind().endsBeforeItsEffect() ? Math.max(0, before - 1) : before;
    return Math.min(unaware, withEffect);
  }

  private void checkState(Event event) {
    boolean died = evidence.wasInterrupted(event);
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
    boolean isUnfinished =
        evidence.has(event, Status.RETRYABLE) || evidence.has(event, Status.INPROGRESS);
    boolean mayBeSlow = isUnfinished && (evidence.wasSlow(event) || !evidence.isSettled());
    addIf(
        !isExplained,
        Verdict.brokenIf(!mayBeSlow),
        Promise.NOT_LOST,
        event,
        "nothing explains its state");
  }

  /**
   * Its process died in the only attempt: an operator is to decide. On a slow machine that attempt
   * may have failed before its process was to die, and be retried.
   */
  private void checkHold(Event event) {
    boolean isToBeHeld =
        event.kind().fault() == Fault.DEADLY
            && event.kind() != Kind.ZOMBIE
            && !evidence.allowsRepeats()
            && !evidence.isDisturbed()
            && evidence.deaths(event) > 0;
    boolean isOpen = evidence.has(event, Status.UNKNOWN) || evidence.has(event, Status.INPROGRESS);
    addIf(
        isToBeHeld && !isOpen && (evidence.isSettled() || evidence.attempts(event) > 1),
        Verdict.brokenIf(evidence.crashedOnly(event)),
        Promise.PLAIN_EXPLAINED,
        event,
        "not held, though the policy is HOLD");
  }

  /**
   * It goes on when another attempt is done, or the event is held; faults may come before it. With
   * two that were stopped, one may have had no claim yet: it finds a duplicate, and refuses
   * nothing.
   */
  private void checkZombie(Event event) {
    boolean isPassed = evidence.wasTakenOver(event) || evidence.has(event, Status.UNKNOWN);
    boolean isSure = evidence.deaths(event) == 1 && evidence.isAnsweredLate(event);
    addIf(
        event.kind() == Kind.ZOMBIE
            && isPassed
            && !evidence.isRefusedLate(event)
            && (evidence.isAnsweredLate(event) || !evidence.isDisturbed()),
        Verdict.brokenIf(isSure),
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
    evidence
        .deliveries()
        .left()
        .forEach(
            left ->
                found.addIf(true, Verdict.INCONCLUSIVE, Promise.NOT_LOST, "not waited for", left));
  }

  private void addIf(boolean isBroken, Promise promise, Event event, String what) {
    addIf(isBroken, Verdict.VIOLATED, promise, event, what);
  }

  private void addIf(boolean isBroken, Verdict verdict, Promise promise, Event event, String what) {
    if (isBroken) {
      String record = evidence.record(event).map(RecordRow::toString).orElse("none");
      found.addIf(
          true,
          verdict,
          promise,
          event.id().toString(),
          "%s; %s; processes that died with it: %s; record: %s"
              .formatted(what, event.kind(), evidence.deaths(event), record));
    }
  }
}
