package dev.effectivelyonce.functions.orders;

import static java.util.Objects.requireNonNull;

/** An order as its producer sends it. The time is kept as sent. */
record Order(String orderId, String customerId, long totalCents, String currency, String placedAt) {
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
