package dev.effectivelyonce.local.template;

import java.time.Duration;

/**
 * The settings of one event source mapping of RabbitMQ.
 *
 * @param brokerArn what events say of the broker
 */
public record RabbitMqMapping(
    String queue, String virtualHost, String brokerArn, Batching batching) {
  /** A mapping of a queue of the virtual host {@code /} with AWS's defaults. */
  public static RabbitMqMapping of(String queue, String brokerArn) {
    return new RabbitMqMapping(queue, "/", brokerArn, Batching.DEFAULT);
  }

  /** The same with events of another size. */
  public RabbitMqMapping batching(int size, Duration gathering) {
    return new RabbitMqMapping(queue, virtualHost, brokerArn, new Batching(size, gathering));
  }

  /** The name that events have for the queue. */
  public String queueInEvents() {
    return queue + "::" + virtualHost;
  }
}
