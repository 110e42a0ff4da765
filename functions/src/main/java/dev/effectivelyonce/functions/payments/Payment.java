package dev.effectivelyonce.functions.payments;

import static java.util.Objects.requireNonNull;

/** A payment as its producer sends it. The time is kept as sent. */
record Payment(
    String paymentId, String accountId, long amountCents, String currency, String requestedAt) {
  Payment {
    requireNonNull(paymentId, "paymentId");
    requireNonNull(accountId, "accountId");
    requireNonNull(currency, "currency");
    requireNonNull(requestedAt, "requestedAt");
    if (amountCents <= 0) {
      throw new IllegalArgumentException("amountCents is not positive");
    }
  }
}
