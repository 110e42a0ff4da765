package dev.effectivelyonce.simulation.log;

import java.time.Duration;

/** The pauses of a mapping between its invocations: longer after each batch that came back. */
final class Pauses {
  static final Duration POLL = Duration.ofMillis(100);
  private static final Duration AGAIN = Duration.ofMillis(300);

  /** Each pause is twice the one before, so often. */
  private static final int DOUBLINGS = 6;

  private int inVain;

  /** The pause after a batch that is done. */
  Duration done() {
    inVain = 0;
    return POLL;
  }

  /** The pause after one that comes back. */
  Duration again() {
    inVain = Math.min(inVain + 1, DOUBLINGS);
    return AGAIN.multipliedBy(1L << inVain);
  }
}
