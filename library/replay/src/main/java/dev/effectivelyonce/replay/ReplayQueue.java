package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.sqs.MessageIdentity;
import java.time.Duration;

/**
 * A consumer's queue and its dead-letter queue.
 *
 * @param identity the identity of the consumer's messages, which must be the one that the consumer
 *     is built with
 * @param sourceUrl the URL of the queue that the consumer reads
 * @param deadLetterUrl the URL of its dead-letter queue
 * @param retention how long the consumer keeps its records
 */
public record ReplayQueue(
    MessageIdentity<?> identity, String sourceUrl, String deadLetterUrl, Duration retention)
    implements LetterQueue {
  /**
   * @throws ConfigurationException if both are the same queue, only one of them is FIFO, or the
   *     retention is not positive
   */
  public ReplayQueue {
    if (sourceUrl.equals(deadLetterUrl)) {
      throw new ConfigurationException(
          "Source and dead-letter queue are both " + sourceUrl, "Name the two queues");
    }
    if (isFifo(sourceUrl) != isFifo(deadLetterUrl)) {
      throw new ConfigurationException(
          "Of " + sourceUrl + " and " + deadLetterUrl + " one is a FIFO queue",
          "Name a queue and its own dead-letter queue, which is of the same kind");
    }
    checkRetention(retention);
  }

  static void checkRetention(Duration retention) {
    if (retention.isNegative() || retention.isZero()) {
      throw new ConfigurationException(
          "The retention of records is " + retention, "Give the consumer's, such as P19D");
    }
  }

  @Override
  public ConsumerName consumer() {
    return identity.consumer();
  }

  /** {@inheritDoc} Both queues are of the same kind. */
  @Override
  public boolean isFifo() {
    return isFifo(sourceUrl);
  }

  private static boolean isFifo(String url) {
    return url.endsWith(".fifo");
  }
}
