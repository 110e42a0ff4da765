package dev.effectivelyonce.functions.orders;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;

/** An order as its producer sends it. The time is kept as sent. */
record Order(String orderId, String customerId, long totalCents, String currency, String placedAt) {
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
  }
}
