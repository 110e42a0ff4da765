package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.engine.Margins;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The time limits of a batch.
 *
 * @param stopAt the time after which no handler starts
 * @param deadline when its host ends the batch
 * @param leaseUntil when its claims lapse
 * @param stopping whether its host stops, so that no further handler starts
 */
public record TimeBudget(
    Instant stopAt, Instant deadline, Instant leaseUntil, BooleanSupplier stopping) {
  /**
   * Returns the time of a batch that begins now. It ends early enough that its claims lapse before
   * its messages could come back, because otherwise messages could run twice.
   *
   * @param left the time until its host ends the batch
   * @param hiddenUntil the longest that the source keeps its messages from other receivers
   */
  public static TimeBudget of(Instant now, Duration left, Instant hiddenUntil, Margins margins) {
    Instant deadline = Collections.min(List.of(now.plus(left), hiddenUntil.minus(margins.lease())));
    return new TimeBudget(
        margins.startUntil(deadline), deadline, margins.leaseUntil(deadline), () -> false);
  }

  /** Returns the time of a batch whose host may stop before it ends. */
  public TimeBudget endedBy(BooleanSupplier hostStops) {
    return new TimeBudget(stopAt, deadline, leaseUntil, hostStops);
  }

  /** Returns the time after which no handler starts, as of now. */
  Instant startUntil() {
    return stopping.getAsBoolean() ? Instant.EPOCH : stopAt;
  }
}
