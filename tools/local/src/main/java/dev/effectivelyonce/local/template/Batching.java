package dev.effectivelyonce.local.template;

import java.time.Duration;

/**
 * How large the events of a topic, or of a queue of RabbitMQ, get.
 *
 * @param size the most records or messages, from 1 to 10,000
 * @param window how long they are gathered, from the first one on, at most 5 minutes
 */
public record Batching(int size, Duration window) {
  private static final int LARGEST = 10_000;
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /** What Lambda does where a mapping says nothing; behind the limits, by which it is checked. */
  static final Batching DEFAULT = new Batching(100, Duration.ofMillis(500));

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if a value is out of AWS's range
   */
  public Batching {
    if (size < 1 || size > LARGEST) {
      throw new IllegalArgumentException("A batch has a size of 1 to 10,000, not " + size);
    }
    if (window.isNegative() || window.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("A window takes 0 to 300 seconds, not " + window);
    }
  }
}
