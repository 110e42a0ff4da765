package dev.effectivelyonce.core.engine;

import java.time.Duration;
import java.time.Instant;

/**
 * The margins of the time that a caller gives an attempt.
 *
 * @param shutdown how much of the time is reserved for the answer
 * @param lease how much longer than the time a lease lasts, to allow for clocks that differ
 */
public record Margins(Duration shutdown, Duration lease) {
  /** Returns the time after which no handler starts. */
  public Instant startUntil(Instant deadline) {
    return deadline.minus(shutdown);
  }

  /** Returns the end of the lease. */
  public Instant leaseUntil(Instant deadline) {
    return deadline.plus(lease);
  }
}
