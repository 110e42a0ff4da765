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
        .forEach(orderId -> add(Breach.UNEXPECTED_EFFECT, orderId, "nobody sent it"));
    checkStock();
  }

  private Fulfilled fulfilled() {
    return evidence.tables().fulfilled();
  }

  private void check(Event event, Journey journey) {
    SagaEnd end = SagaEnd.of(evidence.record(event));
    String what = "%s, %s; its saga is %s".formatted(event.kind(), journey, end);
    found.addIf(!isChargeRight(end, journey), end.chargeBreach(), event, what);
    boolean isReservationRight = isReservationRight(end, journey.reservations());
    found.addIf(!isReservationRight, Breach.MISRESERVED, event, what);
    found.addIf(!isShipmentRight(end, journey.shipments()), Breach.MISSHIPPED, event, what);
    found.addIf(
        journey.charges().stream().anyMatch(cents -> cents != event.amountCents()),
        Breach.WRONG_PAYLOAD,
        event,
        what + "; its message said " + event.amountCents());
    boolean isCharged = mustNotCharge(event) && !journey.charges().isEmpty();
    found.addIf(isCharged, Breach.UNEXPECTED_EFFECT, event, what);
  }

  /** The message is committed with the order's completion: there is both, or neither. */
  private void checkSending(Event sentOn) {
    boolean isDone = evidence.isSentOnByADoneOrder(sentOn);
    boolean hasArrived = evidence.record(sentOn).isPresent();
    String what = isDone ? "its order is done" : "its order is not done";
    found.addIf(isDone != hasArrived, Breach.NOT_SENT_ON, sentOn, what);
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
            add(Breach.STOCK_OFF, article, what);
          }
        });
  }

  private void add(Breach breach, String subject, String what) {
    found.add(breach, DemoQueue.FULFILMENT, subject, what);
  }
}
