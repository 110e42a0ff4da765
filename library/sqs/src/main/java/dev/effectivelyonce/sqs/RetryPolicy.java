package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The number and the distances of a message's tries.
 *
 * @param backoff the distances
 * @param maxReceiveCount after how many receives its queue gives it up; empty where unknown
 * @param survivesOutageOf what both have to cover; empty where nothing was stated
 */
record RetryPolicy(
    Backoff backoff, OptionalInt maxReceiveCount, Optional<Duration> survivesOutageOf) {
  /**
   * @throws ConfigurationException if a message is given up before the stated outage is over
   */
  void check(ConsumerName consumer) {
    maxReceiveCount.ifPresent(
        receives -> survivesOutageOf.ifPresent(stated -> check(consumer, receives, stated)));
  }

  private void check(ConsumerName consumer, int receives, Duration stated) {
    Duration survived = backoff.survived(receives);
    if (survived.compareTo(stated) < 0) {
      throw new ConfigurationException(
          "The consumer %s is to survive an outage of %s, but %d receives with a backoff from %s to %s cover %s"
              .formatted(consumer, stated, receives, backoff.first(), backoff.longest(), survived),
          "Leave the consumer's own backoff out, or set backoff(...) on the construct, which"
              + " derives maxReceiveCount from it");
    }
  }

  /** Returns whether SQS gives the message up next; it counts receives, not failures. */
  boolean isLast(SqsMessage message) {
    return maxReceiveCount.isPresent() && message.receiveCount() >= maxReceiveCount.getAsInt();
  }
}
