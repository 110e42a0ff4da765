package dev.effectivelyonce.sqs;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/**
 * The time that an invocation has.
 *
 * @param stopAt after this no handler starts
 * @param deadline when Lambda ends it
 * @param leaseUntil when its claims lapse
 * @param hiddenUntil the longest that SQS hides its messages
 */
record TimeBudget(Instant stopAt, Instant deadline, Instant leaseUntil, Instant hiddenUntil) {
  /** The longest time that SQS hides a message, from its receive; it refuses a longer wait. */
  private static final Duration SQS_LIMIT = Duration.ofHours(12);

  /** The longest wait before a start: 5 minutes in the batching window, and for an environment. */
  private static final Duration LONGEST_BEFORE_START = Duration.ofMinutes(10);

  /**
   * Returns the time of an invocation that begins now. It ends before its messages could come back:
   * a longer one would run them twice.
   *
   * @param left what Lambda gives it
   */
  static TimeBudget of(Instant now, Duration left, Duration reserve, Duration leaseMargin) {
    Instant hiddenUntil = now.plus(SQS_LIMIT).minus(LONGEST_BEFORE_START);
    Instant deadline = Collections.min(List.of(now.plus(left), hiddenUntil.minus(leaseMargin)));
    return new TimeBudget(
        deadline.minus(reserve), deadline, deadline.plus(leaseMargin), hiddenUntil);
  }

  /** Returns the wait, limited to what SQS permits by now. */
  Duration hidden(Duration wait, Instant now) {
    return Collections.min(List.of(wait, Duration.between(now, hiddenUntil)));
  }
}
