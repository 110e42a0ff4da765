package dev.effectivelyonce.cli.output;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Says from time to time that it is time to tell how far something is; never in a short run, whose
 * result is there soon. For one thread at a time.
 */
public final class Ticker {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final InstantSource clock;
  private Instant next;

  /** Begins to count time. */
  public Ticker(InstantSource clock) {
    this.clock = clock;
    this.next = clock.instant().plus(PAUSE);
  }

  /** Returns whether the pause is over; the next one begins then. */
  public boolean isDue() {
    Instant now = clock.instant();
    boolean isDue = !now.isBefore(next);
    next = isDue ? now.plus(PAUSE) : next;
    return isDue;
  }
}
