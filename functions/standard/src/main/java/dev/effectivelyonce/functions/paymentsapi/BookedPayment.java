package dev.effectivelyonce.functions.paymentsapi;

/** What a caller of {@code POST /payments} gets. */
record BookedPayment(String paymentId, String accountId, long amountCents) {}
