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
  /** SQS counts it from the receive, and refuses a longer wait as a whole. */
  private static final Duration SQS_LIMIT = Duration.ofHours(12);

  /** A message waits up to 5 minutes in the batching window, and a while for an environment. */
  private static final Duration LONGEST_BEFORE_START = Duration.ofMinutes(10);

  /**
   * The time of an invocation that begins now. It ends before its messages could come back: what
   * runs longer would run twice.
   *
   * @param left what Lambda gives it
   */
  static TimeBudget of(Instant now, Duration left, Duration reserve, Duration leaseMargin) {
    Instant hiddenUntil = now.plus(SQS_LIMIT).minus(LONGEST_BEFORE_START);
    Instant deadline = Collections.min(List.of(now.plus(left), hiddenUntil.minus(leaseMargin)));
    return new TimeBudget(
        deadline.minus(reserve), deadline, deadline.plus(leaseMargin), hiddenUntil);
  }

  /** The wait, or what SQS takes of it by now. */
  Duration hidden(Duration wait, Instant now) {
    return Collections.min(List.of(wait, Duration.between(now, hiddenUntil)));
  }
}
