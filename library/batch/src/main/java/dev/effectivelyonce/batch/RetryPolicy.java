package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The number of a message's tries and the waits between them.
 *
 * @param backoff the waits between the tries
 * @param maxReceiveCount the number of receives after which the queue gives up a message; empty if
 *     unknown
 * @param outageTolerance the outage that both have to cover; empty: not checked
 * @param maxAttempts the number of attempts after which the consumer gives up a message if the
 *     source does not count receives; empty: never
 */
public record RetryPolicy(
    Backoff backoff,
    OptionalInt maxReceiveCount,
    Optional<Duration> outageTolerance,
    OptionalInt maxAttempts) {
  /** Creates the policy for a source that counts receives. */
  public RetryPolicy(
      Backoff backoff, OptionalInt maxReceiveCount, Optional<Duration> outageTolerance) {
    this(backoff, maxReceiveCount, outageTolerance, OptionalInt.empty());
  }

  /**
   * Returns the policy for a source that does not count receives; the record counts the attempts
   * instead.
   */
  public static RetryPolicy ofAttempts(Backoff backoff, OptionalInt maxAttempts) {
    return new RetryPolicy(backoff, OptionalInt.empty(), Optional.empty(), maxAttempts);
  }

  /**
   * Checks that a message is tried for as long as the outage that its consumer must survive.
   *
   * @throws ConfigurationException if a message is given up before the stated outage is over
   */
  public void check(ConsumerName consumer) {
    maxReceiveCount.ifPresent(
        receives -> outageTolerance.ifPresent(stated -> check(consumer, receives, stated)));
  }

  private void check(ConsumerName consumer, int receives, Duration stated) {
    Duration survived = backoff.survived(receives);
    if (survived.compareTo(stated) < 0) {
      throw new ConfigurationException(
          "The consumer %s is to survive an outage of %s, but %s receives with a backoff from %s to %s cover %s"
              .formatted(consumer, stated, receives, backoff.first(), backoff.longest(), survived),
          "Leave the consumer's own backoff out, or set backoff(...) on the construct, which"
              + " derives maxReceiveCount from it");
    }
  }

  /** Returns whether an event that was released by this attempt is given up. */
  boolean isSpent(int attempt) {
    return maxAttempts.isPresent() && attempt >= maxAttempts.getAsInt();
  }

  /** Returns whether the source gives the message up next; it counts receives, not failures. */
  boolean isLast(SourceMessage message) {
    return maxReceiveCount.isPresent() && message.receiveCount() >= maxReceiveCount.getAsInt();
  }
}
