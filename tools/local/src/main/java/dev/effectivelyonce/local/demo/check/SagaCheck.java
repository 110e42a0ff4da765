package dev.effectivelyonce.local.demo.check;

import static dev.effectivelyonce.local.demo.check.Promise.SAGA_WHOLE;
import static dev.effectivelyonce.local.demo.check.Promise.SENT_ON;

import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Kind;
import dev.effectivelyonce.local.demo.plan.Kind.Fate;
import dev.effectivelyonce.local.demo.plan.Plan;
import java.util.Collections;
import java.util.List;

/**
 * Whether gateway and warehouse agree with how each saga ended: what is shipped was charged once,
 * what went back was given back, whatever died and whatever the gateway did.
 */
record SagaCheck(Evidence run, Findings found) {
  /** The attempt in which a saga gives up what does not happen. */
  private static final int GIVES_UP_IN = 6;

  /** The orders of a thousand that may use up their receives at the gateway. */
  private static final int OPEN_PER_MILLE = 20;

  /** The end of a saga when everything has settled. */
  enum End {
    /** All its steps happened. */
    SHIPPED,
    /** All that happened is undone. */
    WENT_BACK,
    /** An operator is to decide, or a replay goes on from there. */
    OPEN,
    /** None of its messages was ever claimed. */
    NOT_BEGUN
  }

  static End end(Evidence run, Event event) {
    return run.record(event)
        .map(
            row ->
                switch (row.status()) {
                  case COMPLETED -> End.SHIPPED;
                  case FAILED -> End.WENT_BACK;
                  default -> End.OPEN;
                })
        .orElse(End.NOT_BEGUN);
  }

  /**
   * What happened to one order outside of its record.
   *
   * @param charges their amounts in cents
   * @param refunds their amounts in cents
   * @param reservations their states
   * @param shipments how many
   */
  private record Journey(
      List<Long> charges, List<Long> refunds, List<String> reservations, int shipments) {
    boolean isPaidOnce() {
      return charges.size() == 1 && refunds.isEmpty();
    }

    /** Never charged, or charged once and given back once. */
    boolean isGivenBack() {
      return charges.size() <= 1 && refunds.equals(charges);
    }

    /** Nothing is reserved any more, if it ever was. */
    boolean isReleased() {
      return shipments == 0
          && (reservations.isEmpty() || reservations.equals(List.of(Reservation.RELEASED)));
    }

    boolean fits(End end) {
      return switch (end) {
        case SHIPPED ->
            isPaidOnce() && reservations.equals(List.of(Reservation.SHIPPED)) && shipments == 1;
        case WENT_BACK -> isGivenBack() && isReleased();
        case OPEN -> (isPaidOnce() || isGivenBack()) && reservations.size() <= 1 && shipments <= 1;
        case NOT_BEGUN -> equals(new Journey(List.of(), List.of(), List.of(), 0));
      };
    }
  }

  void check() {
    List<Event> all = sagas(run);
    all.forEach(this::check);
    run.plan().toShip().forEach(this::checkSending);
    checkOpen(all);
  }

  static List<Event> sagas(Evidence run) {
    return run.events().filter(it -> it.consumer() == DemoConsumer.FULFILMENT).toList();
  }

  private void check(Event event) {
    End end = end(run, event);
    Journey journey = journey(event.key());
    String what = ": %s; its saga is %s".formatted(journey, end);
    boolean isOther = journey.charges().stream().anyMatch(cents -> cents != event.amountCents());
    boolean isDeclined = event.kind() == Kind.DECLINED && !journey.charges().isEmpty();
    found.addIf(!journey.fits(end), SAGA_WHOLE, event, "not as it ended" + what);
    found.addIf(isOther, SAGA_WHOLE, event, "charged another amount" + what);
    found.addIf(isDeclined, SAGA_WHOLE, event, "it must not be charged" + what);
    found.addIf(!isExplained(event, end), SAGA_WHOLE, event, "must not end so" + what);
  }

  private Journey journey(String order) {
    return new Journey(
        moved(order, Entry.Kind.CHARGE),
        moved(order, Entry.Kind.REFUND),
        run.tables().reservations().stream()
            .filter(row -> row.orderId().equals(order))
            .map(Reservation::state)
            .toList(),
        Collections.frequency(run.tables().shipments(), order));
  }

  private List<Long> moved(String order, Entry.Kind kind) {
    return run.tables().gateway().stream()
        .filter(entry -> entry.kind() == kind && entry.orderId().equals(order))
        .map(Entry::amountCents)
        .toList();
  }

  /** The stand-in can always be reached: only what is tried for long may go back or be held. */
  private boolean isExplained(Event event, End end) {
    boolean isTriedForLong = run.attempts(event) >= GIVES_UP_IN;
    return switch (end) {
      case SHIPPED -> event.kind().fate() != Fate.FAILED;
      case WENT_BACK -> event.kind().fate() == Fate.FAILED || isTriedForLong;
      case OPEN -> !run.has(event, Status.UNKNOWN) || isTriedForLong || !run.allowsRepeats();
      case NOT_BEGUN -> true;
    };
  }

  /** The message is committed with the order's completion: there is both, or neither. */
  private void checkSending(Event order) {
    boolean isDone = run.isCompleted(order);
    boolean hasArrived =
        run.record(Plan.sentOnBy(order)).isPresent()
            || run.deliveries().sentOn().contains(order.key());
    Verdict ifLost = Verdict.brokenIf(run.isSettled());
    found.addIf(isDone && !hasArrived, ifLost, SENT_ON, order, "done, and not sent on");
    found.addIf(!isDone && hasArrived, SENT_ON, order, "sent on, and not done");
  }

  /**
   * Few use up their receives at the gateway, without faults in the store. What is sent on is not
   * followed, and what is held waits for an operator.
   */
  private void checkOpen(List<Event> all) {
    boolean isQuiet = !run.isDisturbed();
    List<Event> open =
        all.stream()
            .filter(it -> !run.isCompleted(it))
            .filter(it -> !run.has(it, Status.FAILED) && !run.has(it, Status.UNKNOWN))
            .filter(it -> isQuiet || !(run.wasInterrupted(it) || run.messages(it).isEmpty()))
            .toList();
    long prompt =
        open.stream()
            .filter(it -> run.isSettled() && !run.wasSlow(it) && !run.wasInterrupted(it))
            .count();
    long most = Math.max(1, (long) all.size() * OPEN_PER_MILLE / 1000);
    String what = "%s stopped half way, and at most %s should have".formatted(open.size(), most);
    found.addIf(open.size() > most, Verdict.brokenIf(prompt > most), SAGA_WHOLE, "sagas", what);
  }
}
