package dev.effectivelyonce.benchmarks.subject;

/** What the handler returns, and the store keeps. */
public record Receipt(String orderId, long totalCents) {}
