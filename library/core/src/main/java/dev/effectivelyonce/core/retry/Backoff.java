package dev.effectivelyonce.core.retry;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The time that a message waits after a failure. It doubles with each receive, and the actual wait
 * is chosen at random between half of it and all of it, so that messages that failed together do
 * not come back together.
 *
 * <p>A consumer survives an outage if all waits of a message together are longer than the outage.
 * {@link #survived} returns the minimum of this sum.
 *
 * @param first the wait before the second receive
 * @param longest the longest wait, at most 12 hours, which is the limit of SQS
 */
public record Backoff(Duration first, Duration longest) {
  /** The largest {@code maxReceiveCount} that SQS accepts. */
  public static final int MOST_RECEIVES = 1000;

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

  /** Returns the default backoff, from 2 seconds to 5 minutes. */
  public static Backoff standard() {
    return new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));
  }

  /** Returns how long to wait after the given receive, counted from 1. */
  public Duration after(int receiveCount, RandomGenerator random) {
    Duration least = least(receiveCount);
    return least.plusMillis(random.nextLong(least.toMillis() + 1));
  }

  /** Returns the shortest wait after the given receive, counted from 1. */
  public Duration least(int receiveCount) {
    int doublings = Math.min(receiveCount - 1, MOST_DOUBLINGS);
    Duration whole = shorter(first.multipliedBy(1L << doublings), longest);
    return Duration.ofMillis(whole.toMillis() / 2);
  }

  /**
   * Returns the longest outage that a message survives if it is moved to the dead-letter queue
   * after this many receives. This is the minimum time from its first receive to its last.
   */
  public Duration survived(int receives) {
    return IntStream.range(1, receives).mapToObj(this::least).reduce(Duration.ZERO, Duration::plus);
  }

  /**
   * Returns the smallest {@code maxReceiveCount} with which a message survives an outage; empty if
   * even the largest value that SQS accepts is not enough.
   */
  public OptionalInt receivesFor(Duration outage) {
    Duration survived = Duration.ZERO;
    int receives = 1;
    while (survived.compareTo(outage) < 0 && receives < MOST_RECEIVES) {
      survived = survived.plus(least(receives));
      receives++;
    }
    return survived.compareTo(outage) < 0 ? OptionalInt.empty() : OptionalInt.of(receives);
  }

  /**
   * Returns this backoff with its {@linkplain #least shortest waits} limited to the queue's
   * visibility timeout. A message waits only that long if its process died or its visibility could
   * not be changed.
   */
  public Backoff within(Duration visibilityTimeout) {
    Duration most = visibilityTimeout.multipliedBy(2);
    return new Backoff(shorter(first, most), shorter(longest, most));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
