package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.engine.Margins;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/**
 * The time limits of an invocation.
 *
 * @param stopAt the time after which no handler starts
 * @param deadline when the platform ends the invocation
 * @param leaseUntil when its claims lapse
 */
public record TimeBudget(Instant stopAt, Instant deadline, Instant leaseUntil) {
  /**
   * Returns the time of an invocation that begins now. It ends early enough that its claims lapse
   * before its messages could come back, because otherwise messages could run twice.
   *
   * @param left the time until the platform ends the invocation
   * @param hiddenUntil the longest that the source keeps its messages from other receivers
   */
  public static TimeBudget of(Instant now, Duration left, Instant hiddenUntil, Margins margins) {
    Instant deadline = Collections.min(List.of(now.plus(left), hiddenUntil.minus(margins.lease())));
    return new TimeBudget(margins.startUntil(deadline), deadline, margins.leaseUntil(deadline));
  }
}
