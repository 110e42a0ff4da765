package dev.effectivelyonce.powertools;

/** An event whose key is one of its fields. */
record Payment(String paymentId, int amountCents) {}
