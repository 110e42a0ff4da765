package dev.effectivelyonce.benchmarks.subject;

/** The message. */
public record Order(
    String orderId, String customerId, long totalCents, String currency, String placedAt) {}
