package dev.effectivelyonce.functions.orders;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import java.util.List;

/**
 * An order as its producer sends it. The time is kept as sent.
 *
 * @param delivery {@code COURIER} where it is to be shipped; missing or anything else: it is not
 * @param items what is to be shipped; may be missing where nothing is
 */
record Order(
    String orderId,
    String customerId,
    long totalCents,
    String currency,
    String placedAt,
    String delivery,
    List<Item> items) {
  private static final String COURIER = "COURIER";
  private static final String NONE = "";

  /** An article and its number of pieces. */
  record Item(String sku, int quantity) {
    Item {
      requireNonNull(sku, "sku");
    }
  }

  static final MessageIdentity<Order> IDENTITY =
      MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId))
          .fingerprint(
              order -> Fingerprint.of(order.customerId(), order.totalCents(), order.currency()));

  Order {
    requireNonNull(orderId, "orderId");
    requireNonNull(customerId, "customerId");
    requireNonNull(currency, "currency");
    requireNonNull(placedAt, "placedAt");
    if (totalCents < 0) {
      throw new IllegalArgumentException("totalCents is negative");
    }
    delivery = requireNonNullElse(delivery, NONE);
    items = List.copyOf(requireNonNullElse(items, List.of()));
    if (delivery.equals(COURIER) && items.isEmpty()) {
      throw new IllegalArgumentException("items are missing, and are to be shipped");
    }
  }

  boolean isToBeShipped() {
    return delivery.equals(COURIER);
  }
}
