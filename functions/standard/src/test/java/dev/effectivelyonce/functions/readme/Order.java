package dev.effectivelyonce.functions.readme;

/** An order as its producer sends it. */
record Order(String orderId) {}
