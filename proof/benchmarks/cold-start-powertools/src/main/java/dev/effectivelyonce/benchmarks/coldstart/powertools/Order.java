package dev.effectivelyonce.benchmarks.coldstart.powertools;

/** An order as its producer sends it. */
record Order(
    String orderId, String customerId, long totalCents, String currency, String placedAt) {}
