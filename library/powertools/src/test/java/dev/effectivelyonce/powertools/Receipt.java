package dev.effectivelyonce.powertools;

/** A result that is kept as JSON. */
record Receipt(String paymentId, int number) {}
