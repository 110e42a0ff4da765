package dev.effectivelyonce.simulation.exploration;

/**
 * Something that a program was given, and when by its own clock.
 *
 * @param given an answer of the store, {@link #NO_ANSWER}, a {@link HandlerStep}, or {@link
 *     #PAUSED}
 * @param content a hash of what was given
 */
record Observation(Object given, long content, long atMillis) {
  /** The call failed: nobody knows whether it happened. */
  static final String NO_ANSWER = "no answer";

  /** The pause is over. */
  static final String PAUSED = "paused";

  static Observation of(Object given, long atMillis) {
    return new Observation(given, Hash.ofGiven(given), atMillis);
  }
}
