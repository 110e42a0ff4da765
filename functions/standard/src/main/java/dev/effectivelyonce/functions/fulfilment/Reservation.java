package dev.effectivelyonce.functions.fulfilment;

/** The warehouse's number for what it keeps back. */
record Reservation(String id) {}
