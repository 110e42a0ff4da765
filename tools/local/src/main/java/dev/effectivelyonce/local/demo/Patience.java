package dev.effectivelyonce.local.demo;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Waits as long as something happens: a slow machine takes long for all of a run, but not for the
 * next step of it. For one thread.
 */
final class Patience {
  private final Clock clock;
  private final Duration most;
  private long done = -1;
  private Instant since;

  /**
   * @param most how long to wait when nothing happens
   */
  Patience(Clock clock, Duration most) {
    this.clock = clock;
    this.most = most;
    this.since = clock.instant();
  }

  /**
   * Returns whether it lasts.
   *
   * @param sum of what was done until now: the wait begins again when it changes
   */
  boolean lasts(long sum) {
    if (sum != done) {
      done = sum;
      since = clock.instant();
    }
    return clock.instant().isBefore(since.plus(most));
  }
}
