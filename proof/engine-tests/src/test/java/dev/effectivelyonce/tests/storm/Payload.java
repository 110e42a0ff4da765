package dev.effectivelyonce.tests.storm;

/** What the consumer reads, and what its completions keep. */
record Payload(String orderId, long amountCents) {}
