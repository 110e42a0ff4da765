package dev.effectivelyonce.outbox;

import com.amazonaws.services.lambda.runtime.Context;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Computes when an invocation must begin nothing more. */
final class InvocationEnd {
  /** The time for one call to send and one to delete. */
  private static final Duration MARGIN = Duration.ofSeconds(9);

  private InvocationEnd() {}

  /** Returns the margin before the end, or half of the time where that is less. */
  static Instant of(Context context, Clock clock) {
    Duration left = Duration.ofMillis(context.getRemainingTimeInMillis());
    Duration half = left.dividedBy(2);
    return clock.instant().plus(half.compareTo(MARGIN) < 0 ? half : left.minus(MARGIN));
  }
}
