package dev.effectivelyonce.functions.paymentsapi;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.functions.payments.Payment;
import java.time.Instant;

/** What a caller of {@code POST /payments} sends. */
record PaymentRequest(String accountId, long amountCents, String currency) {
  PaymentRequest {
    requireNonNull(accountId, "accountId");
    requireNonNull(currency, "currency");
    if (amountCents <= 0) {
      throw new IllegalArgumentException("amountCents is not positive");
    }
  }

  Payment toPayment(String paymentId, Instant requestedAt) {
    return new Payment(paymentId, accountId, amountCents, currency, requestedAt.toString());
  }
}
