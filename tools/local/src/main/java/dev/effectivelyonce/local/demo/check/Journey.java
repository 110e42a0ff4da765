package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.gateway.Entry.Kind;
import java.util.List;

/**
 * What happened to one order outside of its record.
 *
 * @param charges their amounts in cents
 * @param refunds their amounts in cents
 * @param reservations their states
 * @param shipments how many
 */
record Journey(List<Long> charges, List<Long> refunds, List<String> reservations, long shipments) {
  static Journey of(String orderId, Fulfilled fulfilled) {
    return new Journey(
        moved(orderId, Kind.CHARGE, fulfilled),
        moved(orderId, Kind.REFUND, fulfilled),
        fulfilled.reservations().stream()
            .filter(row -> row.orderId().equals(orderId))
            .map(Fulfilled.Reservation::state)
            .toList(),
        fulfilled.shipments().stream().filter(orderId::equals).count());
  }

  private static List<Long> moved(String orderId, Kind kind, Fulfilled fulfilled) {
    return fulfilled.ledger().stream()
        .filter(entry -> entry.kind() == kind && entry.orderId().equals(orderId))
        .map(Entry::amountCents)
        .toList();
  }

  boolean isPaidOnce() {
    return charges.size() == 1 && refunds.isEmpty();
  }

  /** Never charged, or charged once and given back once. */
  boolean isGivenBack() {
    return charges.size() <= 1 && refunds.equals(charges);
  }
}
