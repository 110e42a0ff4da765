package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a message waits after a failure: doubled with each receive, between half and the whole
 * of it by chance, so that messages that failed together do not come back together.
 *
 * @param first before the second receive
 * @param longest at most 12 hours, the limit of SQS
 */
public record Backoff(Duration first, Duration longest) {
  private static final Duration SQS_LIMIT = Duration.ofHours(12);
  private static final int MOST_DOUBLINGS = 20;

  /**
   * @throws ConfigurationException if a duration is negative, the longest is shorter than the first
   *     or over 12 hours
   */
  public Backoff {
    if (first.isNegative() || longest.compareTo(first) < 0 || longest.compareTo(SQS_LIMIT) > 0) {
      throw new ConfigurationException(
          "The backoff from " + first + " to " + longest + " is not valid",
          "Set 0 <= first <= longest <= PT12H");
    }
  }

  /** From 2 seconds to 5 minutes. */
  public static Backoff standard() {
    return new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));
  }

  /** How long to wait after the given receive, counted from 1. */
  Duration after(int receiveCount, RandomGenerator random) {
    int doublings = Math.min(receiveCount - 1, MOST_DOUBLINGS);
    Duration whole = first.multipliedBy(1L << doublings);
    Duration capped = whole.compareTo(longest) < 0 ? whole : longest;
    long halfMillis = capped.toMillis() / 2;
    return Duration.ofMillis(halfMillis + random.nextLong(halfMillis + 1));
  }
}
