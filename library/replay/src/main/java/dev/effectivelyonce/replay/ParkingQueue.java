package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Duration;

/**
 * The queue in which a consumer of a stream, of Kafka or of RabbitMQ parks the records that failed
 * for good.
 *
 * @param consumer the consumer's name
 * @param url the URL of the parking queue
 * @param function the consumer's function, by name or ARN, with the alias that its event source
 *     mapping invokes
 * @param retention how long the consumer keeps its records
 */
public record ParkingQueue(ConsumerName consumer, String url, String function, Duration retention)
    implements LetterQueue {
  /**
   * @throws ConfigurationException if the retention is not positive
   */
  public ParkingQueue {
    ReplayQueue.checkRetention(retention);
  }

  @Override
  public boolean isFifo() {
    return url.endsWith(".fifo");
  }
}
