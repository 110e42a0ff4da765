package dev.effectivelyonce.functions.payments;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;

/** A payment as its producer sends it. The time is kept as sent. */
public record Payment(
    String paymentId, String accountId, long amountCents, String currency, String requestedAt) {
  static final MessageIdentity<Payment> IDENTITY =
      MessageIdentity.of("payments", Payment.class, MessageKey.of(Payment::paymentId))
          .fingerprint(
              payment ->
                  Fingerprint.of(payment.accountId(), payment.amountCents(), payment.currency()));

  /** Checks that the payment can be one. */
  public Payment {
    requireNonNull(paymentId, "paymentId");
    requireNonNull(accountId, "accountId");
    requireNonNull(currency, "currency");
    requireNonNull(requestedAt, "requestedAt");
    if (amountCents <= 0) {
      throw new IllegalArgumentException("amountCents is not positive");
    }
  }
}
