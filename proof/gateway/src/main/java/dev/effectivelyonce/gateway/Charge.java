package dev.effectivelyonce.gateway;

/** What a charge is asked for with. */
record Charge(String orderId, String customerId, long amountCents) {}
