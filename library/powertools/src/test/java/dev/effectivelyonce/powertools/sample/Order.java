package dev.effectivelyonce.powertools.sample;

/** A message of the orders queue. */
record Order(String orderId, int totalCents) {}
