package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.gateway.Entry;
import java.util.List;
import java.util.Map;

/**
 * What gateway and warehouse have done for orders, each by its own account.
 *
 * @param ledger the gateway's
 * @param reservations the warehouse's, of every order
 * @param shipments the order of each shipment
 * @param stock what is available, by article
 */
public record Fulfilled(
    List<Entry> ledger,
    List<Reservation> reservations,
    List<String> shipments,
    Map<String, Long> stock) {
  /** The state of a reservation that still keeps its pieces back. */
  static final String RESERVED = "RESERVED";

  /** The state of a reservation whose pieces are back in stock. */
  static final String RELEASED = "RELEASED";

  /** The state of a reservation whose pieces are gone. */
  static final String SHIPPED = "SHIPPED";

  /** A row of the warehouse, with its pieces by article. */
  public record Reservation(String orderId, String state, Map<String, Long> pieces) {}
}
