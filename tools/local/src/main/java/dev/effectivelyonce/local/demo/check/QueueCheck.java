package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Promise.COMMITTED_ONCE;
import static dev.effectivelyonce.local.demo.check.Promise.FAULTS_REAL;
import static dev.effectivelyonce.local.demo.check.Promise.NOT_LOST;
import static dev.effectivelyonce.local.demo.check.Promise.NOT_OVERWRITTEN;
import static dev.effectivelyonce.local.demo.check.Promise.PLAIN_EXPLAINED;
import static dev.effectivelyonce.local.demo.check.Promise.REFUSED;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Kind.Fault;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedRequest.Payload;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether each message and each event of a queue is where its record says. */
record QueueCheck(Evidence run, Findings found) {
  void check() {
    run.plan().messages().forEach(this::checkMessage);
    run.events().forEach(this::checkEvent);
    checkZombies();
    checkStrangers();
    run.deliveries()
        .strangers()
        .forEach(it -> found.addIf(true, NOT_LOST, "dead letters", "nobody sent it: " + it));
    run.deliveries()
        .left()
        .forEach(it -> found.addIf(true, Verdict.INCONCLUSIVE, NOT_LOST, "not waited for", it));
  }

  /** What is there and was never sent. Of a request the ledger has account and amount alone. */
  private void checkStrangers() {
    Tables tables = run.tables();
    Set<String> sent = run.events().map(Event::toString).collect(Collectors.toSet());
    run.plan()
        .requests()
        .forEach(it -> Stream.of(Payload.values()).map(it::row).forEach(sent::add));
    Stream<String> orders =
        Stream.of(
                tables.gateway().stream().map(Entry::orderId),
                tables.reservations().stream().map(Reservation::orderId),
                tables.shipments().stream())
            .flatMap(it -> it);
    Stream.of(
            tables.plain().keySet().stream(),
            tables.transfers().keySet().stream().map(DemoConsumer.LEDGER::named),
            orders.map(DemoConsumer.FULFILMENT::named),
            tables.ledger().entrySet().stream()
                .filter(row -> !sent.contains(RequestCheck.row(row)))
                .map(row -> DemoConsumer.PAYMENTS.named(row.getKey().paymentId())))
        .flatMap(it -> it)
        .filter(it -> !sent.contains(it))
        .forEach(it -> found.addIf(true, REFUSED, it, "an effect that nobody asked for"));
  }

  private void checkMessage(PlannedMessage message) {
    Event event = message.event();
    if (run.isDead(message)) {
      boolean hasCause = !message.isRunnable() || hasCause(event, message);
      Verdict verdict = Verdict.brokenIf(!run.wasSlow(event));
      found.addIf(!hasCause, verdict, NOT_LOST, message, "dead-lettered without a cause");
    } else if (!run.isAcknowledged(message)) {
      String what = "lost: neither acknowledged nor dead-lettered";
      found.addIf(true, Verdict.brokenIf(run.isSettled()), NOT_LOST, message, what);
    } else if (!message.isRunnable()) {
      String what = "acknowledged, though it can only be refused";
      found.addIf(!run.wasUsedFirst(event), unlessFree(event), REFUSED, message, what);
    }
  }

  /** After several attempts it is open whose was the first. */
  private Verdict unlessFree(Event event) {
    return Verdict.brokenIf(!run.isGivenUp(event) || run.attempts(event) <= 1);
  }

  private boolean hasCause(Event event, PlannedMessage message) {
    boolean isRefused =
        event.consumer() == DemoConsumer.FULFILMENT
            ? !run.isCompleted(event)
            : event.kind().fate() != Fate.APPLIED || run.has(event, Status.UNKNOWN);
    // What is not deleted in time comes back as a duplicate, until its receives are used up.
    boolean isNotDeleted = run.isDisturbed() && run.isAcknowledged(message);
    return isRefused || isNotDeleted || run.wasInterrupted(message);
  }

  private void checkEvent(Event event) {
    boolean isCompleted = run.isCompleted(event);
    boolean isGone =
        run.messages(event).stream().anyMatch(it -> run.isAcknowledged(it) && !run.isDead(it));
    found.addIf(!isCompleted && isGone, NOT_LOST, event, "lost: its message is gone");
    int result = run.record(event).map(RecordRow::resultAttempt).orElse(0);
    boolean isOverwritten = isCompleted && result != run.attempts(event);
    String what = "its completion is overwritten: its result is of the attempt " + result;
    found.addIf(isOverwritten, NOT_OVERWRITTEN, event, what);
    boolean isSpared = event.kind() != Kind.ZOMBIE && isUntouched(event);
    String second = "its first attempt was to fail, and there was no second";
    found.addIf(isSpared, FAULTS_REAL, event, second);
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
    boolean areUntouched = !zombies.isEmpty() && zombies.stream().allMatch(this::isUntouched);
    String what = "none was stopped half way, and %s were to".formatted(zombies.size());
    found.addIf(areUntouched, Verdict.INCONCLUSIVE, FAULTS_REAL, "zombies", what);
  }

  private void checkEffect(Event event) {
    boolean isCompleted = run.isCompleted(event);
    boolean hasEffect = run.hasEffect(event);
    boolean isRefused = event.kind().fate() != Fate.APPLIED && (hasEffect || isCompleted);
    found.addIf(isRefused, REFUSED, event, "it must have no effect");
    boolean isWithout = isCompleted && !hasEffect;
    found.addIf(isWithout, NOT_LOST, event, "lost: completed, without its row");
    boolean isHalf = hasEffect && !isCompleted && !mayRepeat(event);
    found.addIf(isHalf, COMMITTED_ONCE, event, "written, but not completed");
    long cents = run.cents(event).orElse(event.amountCents());
    boolean isOther = cents != event.amountCents() && !run.wasUsedFirst(event);
    String what =
        "its row says %s cents, its first message %s".formatted(cents, event.amountCents());
    found.addIf(isOther, unlessFree(event), REFUSED, event, what);
    run.plainRow(event).ifPresent(row -> checkTimes(event, row));
  }

  /** Returns whether its handler writes its effect itself, and not with the completion. */
  private static boolean mayRepeat(Event event) {
    return event.consumer().isPlain() && event.kind() != Kind.TO_SHIP;
  }

  private void checkTimes(Event event, PlainRow row) {
    int times = row.timesProcessed();
    int lost = run.deliveries().lostAnswers().getOrDefault(event.key(), 0);
    int known = run.deaths(event) + lost;
    int most = 1 + repeats(event, known);
    int mostIfSlow = 1 + repeats(event, known + run.slowFailures(event));
    found.addIf(
        times > most,
        Verdict.brokenIf(times > mostIfSlow),
        mayRepeat(event) ? PLAIN_EXPLAINED : COMMITTED_ONCE,
        event,
        "double effect: it happened %s times, and %s at most is allowed".formatted(times, most));
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
    found.addIf(!isExplained, verdict, NOT_LOST, event, "nothing explains its state");
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
    boolean isPassed = !isOpen && (run.isSettled() || run.attempts(event) > 1);
    Verdict verdict = Verdict.brokenIf(run.crashedOnly(event));
    String what = "not held, though the policy is HOLD";
    found.addIf(isToBeHeld && isPassed, verdict, PLAIN_EXPLAINED, event, what);
  }

  /**
   * It goes on when another attempt is done, or the event is held; faults may come before it. With
   * two that were stopped, one may have had no claim yet: it finds a duplicate, and refuses
   * nothing.
   */
  private void checkZombie(Event event) {
    boolean isAnswered = run.isAmong(run.deliveries().answeredLate(), event);
    boolean isRefused = run.isAmong(run.deliveries().refusedLate(), event);
    boolean isPassed = run.wasTakenOver(event) || run.has(event, Status.UNKNOWN);
    boolean isToRefuse =
        event.kind() == Kind.ZOMBIE && isPassed && (isAnswered || !run.isDisturbed());
    Verdict verdict = Verdict.brokenIf(run.deaths(event) == 1 && isAnswered);
    String what = "its late completion was not refused";
    found.addIf(isToRefuse && !isRefused, verdict, NOT_OVERWRITTEN, event, what);
  }
}
