package dev.effectivelyonce.gateway;

/** What goes wrong with a call. */
enum Fault {
  /** Answered with 503, before anything happened. */
  REFUSED,
  /** The connection is cut without an answer, after it happened. */
  CUT,
  /** Answered later than a caller waits, after it happened. */
  SLOW
}
