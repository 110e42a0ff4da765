package dev.effectivelyonce.functions.payments;

/**
 * What the completion of a payment keeps.
 *
 * @param sequence the account's running count of payments
 * @param attempt the attempt that booked the payment
 */
record PaymentReceipt(String paymentId, long sequence, int attempt) {}
