package dev.effectivelyonce.functions.turnover;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.streams.StreamIdentity;
import dev.effectivelyonce.streams.StreamKey;
import dev.effectivelyonce.streams.TableChange;
import org.jspecify.annotations.Nullable;

/**
 * An item of the Orders table. An order that was written twice changes its item twice and is one
 * order: the key is its id alone.
 *
 * @param simulate the fault that a trial asks for
 */
record PlacedOrder(String orderId, String customerId, long totalCents, @Nullable String simulate) {
  static final StreamIdentity<TableChange<PlacedOrder>> IDENTITY =
      StreamIdentity.ofTable(
          "turnover",
          PlacedOrder.class,
          StreamKey.of("orderId", change -> change.keys().get("orderId")));

  PlacedOrder {
    requireNonNull(orderId, "orderId");
    requireNonNull(customerId, "customerId");
  }
}
