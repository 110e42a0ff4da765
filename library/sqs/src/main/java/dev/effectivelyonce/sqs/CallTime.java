package dev.effectivelyonce.sqs;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import software.amazon.awssdk.core.exception.SdkClientException;

/** The time of a call to SQS, by the consumer's clock. */
record CallTime(Clock clock) {
  /**
   * Returns the time until a deadline.
   *
   * @throws SdkClientException if there is none
   */
  Duration until(Instant deadline) {
    Duration left = Duration.between(clock.instant(), deadline);
    if (!left.isPositive()) {
      throw SdkClientException.create("No time is left in this invocation");
    }
    return left;
  }

  /** Returns the same, and no more than a call is worth. */
  Duration until(Instant deadline, Duration most) {
    Duration left = until(deadline);
    return left.compareTo(most) < 0 ? left : most;
  }
}
