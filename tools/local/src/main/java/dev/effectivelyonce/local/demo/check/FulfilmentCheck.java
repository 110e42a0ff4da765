package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Fulfilled.Reservation;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.FulfilmentContents;
import java.util.ArrayList;
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
final class FulfilmentCheck {
  private final Evidence evidence;
  private final Fulfilled fulfilled;

  FulfilmentCheck(Evidence evidence) {
    this.evidence = evidence;
    this.fulfilled = evidence.tables().fulfilled();
  }

  List<Violation> violations() {
    List<Event> sent = evidence.plan().events(DemoQueue.FULFILMENT);
    List<Event> sentOn = evidence.plan().sentOn();
    if (sent.isEmpty()) {
      return List.of();
    }
    List<Violation> found = new ArrayList<>();
    Stream.concat(sent.stream(), sentOn.stream())
        .forEach(event -> check(event, Journey.of(event.id().key(), fulfilled), found));
    sentOn.forEach(event -> checkSending(event, found));
    strangers().forEach(orderId -> add(Breach.UNEXPECTED_EFFECT, orderId, "nobody sent it", found));
    checkStock(found);
    return found;
  }

  private void check(Event event, Journey journey, List<Violation> found) {
    SagaEnd end = SagaEnd.of(evidence.record(event));
    String orderId = event.id().key();
    String what = "%s, %s; its saga is %s".formatted(event.kind(), journey, end);
    if (!isChargeRight(end, journey)) {
      add(end.chargeBreach(), orderId, what, found);
    }
    if (!isReservationRight(end, journey.reservations())) {
      add(Breach.MISRESERVED, orderId, what, found);
    }
    if (!isShipmentRight(end, journey.shipments())) {
      add(Breach.MISSHIPPED, orderId, what, found);
    }
    if (journey.charges().stream().anyMatch(cents -> cents != event.amountCents())) {
      add(Breach.WRONG_PAYLOAD, orderId, what + "; its message said " + event.amountCents(), found);
    }
    if (mustNotCharge(event) && !journey.charges().isEmpty()) {
      add(Breach.UNEXPECTED_EFFECT, orderId, what, found);
    }
  }

  /** The message is committed with the order's completion: there is both, or neither. */
  private void checkSending(Event sentOn, List<Violation> found) {
    boolean isDone = evidence.isSentOnByADoneOrder(sentOn);
    boolean hasArrived = evidence.record(sentOn).isPresent();
    if (isDone != hasArrived) {
      String what = isDone ? "its order is done" : "its order is not done";
      add(Breach.NOT_SENT_ON, sentOn.id().key(), what, found);
    }
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

  private Stream<String> strangers() {
    Set<String> known =
        Stream.concat(
                evidence.plan().events(DemoQueue.FULFILMENT).stream(),
                evidence.plan().sentOn().stream())
            .map(event -> event.id().key())
            .collect(Collectors.toSet());
    return Stream.of(
            fulfilled.ledger().stream().map(Entry::orderId),
            fulfilled.reservations().stream().map(Reservation::orderId),
            fulfilled.shipments().stream())
        .flatMap(it -> it)
        .distinct()
        .filter(orderId -> !known.contains(orderId));
  }

  /** What is not in stock any more is reserved or shipped, piece by piece. */
  private void checkStock(List<Violation> found) {
    Map<String, Long> expected = new HashMap<>(FulfilmentContents.openingStock());
    fulfilled.reservations().stream()
        .filter(row -> !row.state().equals(Fulfilled.RELEASED))
        .flatMap(row -> row.pieces().entrySet().stream())
        .forEach(pieces -> expected.merge(pieces.getKey(), -pieces.getValue(), Long::sum));
    expected.forEach(
        (article, pieces) -> {
          long available = fulfilled.stock().getOrDefault(article, 0L);
          if (available != pieces) {
            String what =
                "%d in stock, where its reservations leave %d".formatted(available, pieces);
            add(Breach.STOCK_OFF, article, what, found);
          }
        });
  }

  private static void add(Breach breach, String subject, String what, List<Violation> found) {
    found.add(new Violation(breach, DemoQueue.FULFILMENT, subject, what));
  }
}
