package dev.effectivelyonce.worker;

/** The event of the tests. */
record Order(String orderId) {}
