package dev.effectivelyonce.functions.fulfilment;

/** The gateway's number for a charge. */
record Charge(String id) {}
