package dev.effectivelyonce.local.template;

import java.time.Duration;

/**
 * The settings of one event source mapping of RabbitMQ.
 *
 * @param brokerArn what events say of the broker
 * @param batchSize the most messages of an event, from 1 to 10,000
 * @param window how long messages are gathered, from the first one on, at most 5 minutes
 */
public record RabbitMqMapping(
    String queue, String virtualHost, String brokerArn, int batchSize, Duration window) {
  static final int DEFAULT_SIZE = 100;
  static final Duration DEFAULT_WINDOW = Duration.ofMillis(500);
  private static final int LARGEST = 10_000;
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if a value is out of AWS's range
   */
  public RabbitMqMapping {
    if (batchSize < 1 || batchSize > LARGEST) {
      throw new IllegalArgumentException("A batch has 1 to 10,000 messages, not " + batchSize);
    }
    if (window.isNegative() || window.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("A window takes 0 to 300 seconds, not " + window);
    }
  }

  /** A mapping of a queue of the virtual host {@code /} with AWS's defaults. */
  public static RabbitMqMapping of(String queue, String brokerArn) {
    return new RabbitMqMapping(queue, "/", brokerArn, DEFAULT_SIZE, DEFAULT_WINDOW);
  }

  /** The same with events of another size. */
  public RabbitMqMapping batching(int size, Duration gathering) {
    return new RabbitMqMapping(queue, virtualHost, brokerArn, size, gathering);
  }

  /** The name that events have for the queue. */
  public String queueInEvents() {
    return queue + "::" + virtualHost;
  }
}
