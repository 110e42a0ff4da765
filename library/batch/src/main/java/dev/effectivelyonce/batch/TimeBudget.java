package dev.effectivelyonce.batch;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/**
 * The time that an invocation has.
 *
 * @param stopAt after this no handler starts
 * @param deadline when the platform ends it
 * @param leaseUntil when its claims lapse
 */
public record TimeBudget(Instant stopAt, Instant deadline, Instant leaseUntil) {
  /**
   * Returns the time of an invocation that begins now. Its claims lapse before its messages could
   * come back: a longer one would run them twice.
   *
   * @param left what the platform gives it
   * @param hiddenUntil the longest that the source keeps its messages from other receivers
   * @param shutdownMargin what its answer needs
   * @param leaseMargin how much longer a claim lasts, because clocks differ
   */
  public static TimeBudget of(
      Instant now,
      Duration left,
      Instant hiddenUntil,
      Duration shutdownMargin,
      Duration leaseMargin) {
    Instant deadline = Collections.min(List.of(now.plus(left), hiddenUntil.minus(leaseMargin)));
    return new TimeBudget(deadline.minus(shutdownMargin), deadline, deadline.plus(leaseMargin));
  }
}
