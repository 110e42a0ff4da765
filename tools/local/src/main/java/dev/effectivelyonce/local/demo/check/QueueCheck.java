package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Promise.COMMITTED_ONCE;
import static dev.effectivelyonce.local.demo.check.Promise.FAULTS_REAL;
import static dev.effectivelyonce.local.demo.check.Promise.NOT_LOST;
import static dev.effectivelyonce.local.demo.check.Promise.NOT_OVERWRITTEN;
import static dev.effectivelyonce.local.demo.check.Promise.PLAIN_EXPLAINED;
import static dev.effectivelyonce.local.demo.check.Promise.REFUSED;

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
import java.util.stream.Stream;

/** Whether each message and each event of a queue is where its record says. */
record QueueCheck(Evidence run, Findings found) {
  void check() {
    run.plan().messages().forEach(this::checkMessage);
    run.events().forEach(this::checkEvent);
    checkZombies();
    checkStrangers();
  }

  private void checkMessage(PlannedMessage message) {
    Optional<Event> event = message.event().map(run.plan()::event);
    String whose = event.map(it -> it.id().toString()).orElse(message.queue().label());
    String subject = "message %s (%s of %s)".formatted(message.number(), message.role(), whose);
    boolean isAcknowledged = run.isAcknowledged(message);
    if (run.isDead(message)) {
      boolean hasCause = !message.isRunnable() || hasCause(event.orElseThrow(), message);
      Verdict verdict = Verdict.brokenIf(event.filter(run::wasSlow).isEmpty());
      found.addIf(!hasCause, verdict, NOT_LOST, subject, "dead-lettered without a cause");
    } else if (!isAcknowledged) {
      String what = "lost: neither acknowledged nor dead-lettered";
      found.addIf(true, Verdict.brokenIf(run.isSettled()), NOT_LOST, subject, what);
    } else if (!message.isRunnable()) {
      Verdict verdict = event.map(this::unlessFree).orElse(Verdict.VIOLATED);
      boolean isFirst = event.filter(run::wasUsedFirst).isPresent();
      String what = "acknowledged, though it can only be refused";
      found.addIf(!isFirst, verdict, REFUSED, subject, what);
    }
  }

  /** After several attempts it is open whose was the first. */
  private Verdict unlessFree(Event event) {
    return Verdict.brokenIf(!run.mayBeUsedFirst(event) || run.attempts(event) <= 1);
  }

  private boolean hasCause(Event event, PlannedMessage message) {
    boolean isRefused =
        event.consumer() == DemoConsumer.FULFILMENT
            ? !run.isCompleted(event)
            : event.kind().fate() != Fate.APPLIED || run.has(event, Status.UNKNOWN);
    // What is not deleted in time comes back as a duplicate, until its receives are used up.
    boolean isNotDeleted = run.isDisturbed() && run.isAcknowledged(message);
    return isRefused || isNotDeleted || run.wasInterrupted(event, message);
  }

  private void checkEvent(Event event) {
    boolean isCompleted = run.isCompleted(event);
    boolean isGone =
        run.messages(event).stream().anyMatch(it -> run.isAcknowledged(it) && !run.isDead(it));
    addIf(!isCompleted && isGone, NOT_LOST, event, "lost: its message is gone");
    int result = run.record(event).map(RecordRow::resultAttempt).orElse(0);
    addIf(
        isCompleted && result != run.attempts(event),
        NOT_OVERWRITTEN,
        event,
        "its completion is overwritten: its result is of the attempt " + result);
    boolean isSpared = event.kind() != Kind.ZOMBIE && isUntouched(event);
    addIf(isSpared, FAULTS_REAL, event, "its first attempt was to fail, and there was no second");
    if (event.consumer() != DemoConsumer.FULFILMENT) {
      checkEffect(event);
      checkState(event);
      checkHold(event);
      checkZombie(event);
    }
  }

  /** Its fault did not strike. */
  private boolean isUntouched(Event event) {
    return run.isCompleted(event) && event.kind().fault() != Fault.NONE && run.attempts(event) < 2;
  }

  /** A zombie may be done before a slow machine stops it, unlike any other fault. Not all may. */
  private void checkZombies() {
    List<Event> zombies = run.events().filter(event -> event.kind() == Kind.ZOMBIE).toList();
    found.addIf(
        !zombies.isEmpty() && zombies.stream().allMatch(this::isUntouched),
        Verdict.INCONCLUSIVE,
        FAULTS_REAL,
        "zombies",
        "none was stopped half way, and %s were to".formatted(zombies.size()));
  }

  private void checkEffect(Event event) {
    boolean isCompleted = run.isCompleted(event);
    boolean hasEffect = run.hasEffect(event);
    boolean isRefused = event.kind().fate() != Fate.APPLIED;
    addIf(isRefused && (hasEffect || isCompleted), REFUSED, event, "it must have no effect");
    addIf(isCompleted && !hasEffect, NOT_LOST, event, "lost: completed, without its row");
    boolean isHalf = hasEffect && !isCompleted && !mayRepeat(event);
    addIf(isHalf, COMMITTED_ONCE, event, "written, but not completed");
    long cents = run.cents(event).orElse(event.amountCents());
    addIf(
        cents != event.amountCents() && !run.wasUsedFirst(event),
        unlessFree(event),
        REFUSED,
        event,
        "its row says %s cents, its first message %s".formatted(cents, event.amountCents()));
    run.plainRow(event).ifPresent(row -> checkTimes(event, row));
  }

  /** Returns whether its handler writes its effect itself, and not with the completion. */
  private static boolean mayRepeat(Event event) {
    return event.consumer().isPlain() && event.kind() != Kind.TO_SHIP;
  }

  private void checkTimes(Event event, PlainRow row) {
    int lost = run.deliveries().lostAnswers().getOrDefault(event.key(), 0);
    int known = run.deaths(event) + lost;
    int most = 1 + repeats(event, known);
    int mostIfSlow = 1 + repeats(event, known + run.slowFailures(event));
    addIf(
        row.timesProcessed() > most,
        Verdict.brokenIf(row.timesProcessed() > mostIfSlow),
        mayRepeat(event) ? PLAIN_EXPLAINED : COMMITTED_ONCE,
        event,
        "double effect: it happened %s times, and %s at most is allowed"
            .formatted(row.timesProcessed(), most));
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
    if (!mayRepeat(event) || !run.allowsRepeats()) {
      return 0;
    }
    int before = Math.max(1, run.attempts(event)) - 1;
    int withEffect = event.kind().endsBeforeItsEffect() ? Math.max(0, before - 1) : before;
    return Math.min(unaware, withEffect);
  }

  private void checkState(Event event) {
    boolean died = run.wasInterrupted(event);
    Fate fate = event.kind().fate();
    Status status = run.record(event).map(RecordRow::status).orElse(Status.COMPLETED);
    boolean isExplained =
        switch (status) {
          case COMPLETED -> true;
          case FAILED -> fate == Fate.FAILED;
          case RETRYABLE -> fate == Fate.EXHAUSTED || died;
          case UNKNOWN -> !run.allowsRepeats() && died;
          case INPROGRESS -> died;
        };
    boolean isUnfinished = status == Status.RETRYABLE || status == Status.INPROGRESS;
    boolean mayBeSlow = isUnfinished && (run.wasSlow(event) || !run.isSettled());
    Verdict verdict = Verdict.brokenIf(!mayBeSlow);
    addIf(!isExplained, verdict, NOT_LOST, event, "nothing explains its state");
  }

  /**
   * Its process died in the only attempt: an operator is to decide. On a slow machine that attempt
   * may have failed before its process was to die, and be retried.
   */
  private void checkHold(Event event) {
    boolean isToBeHeld =
        event.kind().fault() == Fault.DEADLY
            && event.kind() != Kind.ZOMBIE
            && !run.allowsRepeats()
            && !run.isDisturbed()
            && run.deaths(event) > 0;
    boolean isOpen = run.has(event, Status.UNKNOWN) || run.has(event, Status.INPROGRESS);
    addIf(
        isToBeHeld && !isOpen && (run.isSettled() || run.attempts(event) > 1),
        Verdict.brokenIf(run.crashedOnly(event)),
        PLAIN_EXPLAINED,
        event,
        "not held, though the policy is HOLD");
  }

  /**
   * It goes on when another attempt is done, or the event is held; faults may come before it. With
   * two that were stopped, one may have had no claim yet: it finds a duplicate, and refuses
   * nothing.
   */
  private void checkZombie(Event event) {
    boolean isPassed = run.wasTakenOver(event) || run.has(event, Status.UNKNOWN);
    boolean isToRefuse = isPassed && (run.isAnsweredLate(event) || !run.isDisturbed());
    addIf(
        event.kind() == Kind.ZOMBIE && isToRefuse && !run.isRefusedLate(event),
        Verdict.brokenIf(run.deaths(event) == 1 && run.isAnsweredLate(event)),
        NOT_OVERWRITTEN,
        event,
        "its late completion was not refused");
  }

  /** What is there and was never sent. Rows of requests are looked at with them. */
  private void checkStrangers() {
    Stream<Event.Id> transfers =
        run.tables().book().transfers().keySet().stream()
            .map(key -> new Event.Id(DemoConsumer.LEDGER, key));
    Stream.concat(run.tables().plain().keySet().stream(), transfers)
        .filter(id -> !run.plan().events().containsKey(id))
        .forEach(id -> found.add(REFUSED, id, "an effect that nobody asked for"));
    run.deliveries()
        .strangers()
        .forEach(it -> found.add(NOT_LOST, "dead letters", "nobody sent it: " + it));
    run.deliveries().left().forEach(it -> found.leaveOpen(NOT_LOST, it));
  }

  private void addIf(boolean isBroken, Promise promise, Event event, String what) {
    addIf(isBroken, Verdict.VIOLATED, promise, event, what);
  }

  private void addIf(boolean isBroken, Verdict verdict, Promise promise, Event event, String what) {
    if (isBroken) {
      String record = run.record(event).map(RecordRow::toString).orElse("none");
      String evidence =
          "%s; %s; processes that died with it: %s; record: %s"
              .formatted(what, event.kind(), run.deaths(event), record);
      found.addIf(true, verdict, promise, event.id(), evidence);
    }
  }
}
