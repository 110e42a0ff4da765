package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Fulfilled.Reservation;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.FulfilmentContents;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether gateway and warehouse agree with how each saga ended: what is shipped was charged once,
 * what went back was given back, whatever died and whatever the gateway did.
 */
record FulfilmentCheck(Evidence evidence, Findings found) {
  /** The orders of a thousand that may use up their receives at the gateway. */
  private static final int STOPPED_PER_MILLE = 20;

  void check() {
    if (evidence.plan().events(DemoQueue.FULFILMENT).isEmpty()) {
      return;
    }
    List<Event> all = evidence.events(DemoQueue.FULFILMENT);
    all.forEach(event -> check(event, Journey.of(event.id().key(), fulfilled())));
    evidence.plan().sentOn().forEach(this::checkSending);
    Set<String> known = all.stream().map(event -> event.id().key()).collect(Collectors.toSet());
    Stream.of(
            fulfilled().ledger().stream().map(Entry::orderId),
            fulfilled().reservations().stream().map(Reservation::orderId),
            fulfilled().shipments().stream())
        .flatMap(it -> it)
        .distinct()
        .filter(orderId -> !known.contains(orderId))
        .forEach(orderId -> add(orderId, "an effect, and nobody sent it"));
    checkStock();
    checkStopped(all);
  }

  private Fulfilled fulfilled() {
    return evidence.tables().fulfilled();
  }

  private void check(Event event, Journey journey) {
    SagaEnd end = SagaEnd.of(evidence.record(event));
    String what = "%s; its saga is %s".formatted(journey, end);
    found.addIf(!isChargeRight(end, journey), event, "not charged as it ended: " + what);
    boolean isReservationRight = isReservationRight(end, journey.reservations());
    found.addIf(!isReservationRight, event, "not reserved as it ended: " + what);
    found.addIf(
        !isShipmentRight(end, journey.shipments()), event, "not shipped as it ended: " + what);
    found.addIf(
        journey.charges().stream().anyMatch(cents -> cents != event.amountCents()),
        event,
        "charged another amount than %s: %s".formatted(event.amountCents(), what));
    boolean isCharged = mustNotCharge(event) && !journey.charges().isEmpty();
    found.addIf(isCharged, event, "it must not be charged: " + what);
  }

  /** Without faults in the store few use up their receives at the gateway. */
  private void checkStopped(List<Event> all) {
    long most = Math.max(1, (long) all.size() * STOPPED_PER_MILLE / 1000);
    long stopped =
        all.stream()
            .filter(event -> !evidence.isDisturbed() || !mayStop(event))
            .map(event -> SagaEnd.of(evidence.record(event)))
            .filter(end -> end == SagaEnd.STOPPED || end == SagaEnd.NOT_BEGUN)
            .count();
    if (stopped > most) {
      found.add(
          DemoQueue.FULFILMENT,
          "sagas",
          "%s stopped half way, and at most %s should have".formatted(stopped, most));
    }
  }

  /** Under faults, what met one, or may have: what is sent on is not followed. */
  private boolean mayStop(Event event) {
    return evidence.died(event) || evidence.runnable(event).isEmpty();
  }

  /** The message is committed with the order's completion: there is both, or neither. */
  private void checkSending(Event sentOn) {
    boolean isDone = evidence.isSentOnByADoneOrder(sentOn);
    boolean hasArrived = evidence.record(sentOn).isPresent();
    found.addIf(isDone && !hasArrived, sentOn, "its order is done and has not sent it on");
    found.addIf(!isDone && hasArrived, sentOn, "its order has sent it on and is not done");
  }

  private static boolean mustNotCharge(Event event) {
    return switch (event.kind()) {
      case DECLINED, SOLD_OUT -> true;
      default -> false;
    };
  }

  private static boolean isChargeRight(SagaEnd end, Journey journey) {
    return switch (end) {
      case SHIPPED -> journey.isPaidOnce();
      case WENT_BACK -> journey.isGivenBack();
      case HELD, STOPPED -> journey.isPaidOnce() || journey.isGivenBack();
      case NOT_BEGUN -> journey.charges().isEmpty() && journey.refunds().isEmpty();
    };
  }

  private static boolean isReservationRight(SagaEnd end, List<String> states) {
    return switch (end) {
      case SHIPPED -> states.equals(List.of(Fulfilled.SHIPPED));
      case WENT_BACK -> states.isEmpty() || states.equals(List.of(Fulfilled.RELEASED));
      case HELD, STOPPED -> states.size() <= 1;
      case NOT_BEGUN -> states.isEmpty();
    };
  }

  private static boolean isShipmentRight(SagaEnd end, long shipments) {
    return switch (end) {
      case SHIPPED -> shipments == 1;
      case HELD, STOPPED -> shipments <= 1;
      case WENT_BACK, NOT_BEGUN -> shipments == 0;
    };
  }

  /** What is not in stock any more is reserved or shipped, piece by piece. */
  private void checkStock() {
    Map<String, Long> expected = new HashMap<>(FulfilmentContents.openingStock());
    fulfilled().reservations().stream()
        .filter(row -> !row.state().equals(Fulfilled.RELEASED))
        .flatMap(row -> row.pieces().entrySet().stream())
        .forEach(pieces -> expected.merge(pieces.getKey(), -pieces.getValue(), Long::sum));
    expected.forEach(
        (article, pieces) -> {
          long available = fulfilled().stock().getOrDefault(article, 0L);
          if (available != pieces) {
            String what =
                "%s in stock, where its reservations leave %s".formatted(available, pieces);
            add(article, what);
          }
        });
  }

  private void add(String subject, String what) {
    found.add(DemoQueue.FULFILMENT, subject, what);
  }
}
