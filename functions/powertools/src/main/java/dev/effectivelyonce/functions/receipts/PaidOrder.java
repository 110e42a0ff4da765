package dev.effectivelyonce.functions.receipts;

import static java.util.Objects.requireNonNull;

/** An order whose receipt is to be written. What else its producer sends is not looked at. */
record PaidOrder(String orderId, String customerId, long totalCents, String currency) {
  PaidOrder {
    requireNonNull(orderId, "orderId");
    requireNonNull(customerId, "customerId");
    requireNonNull(currency, "currency");
  }
}
