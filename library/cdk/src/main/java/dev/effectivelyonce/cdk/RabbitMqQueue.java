package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A RabbitMQ queue with its settings at the broker, which constructs can neither look up nor
 * change. Immutable; every method returns another one.
 */
public final class RabbitMqQueue {
  private static final int LONGEST_NAME = 255;

  private final String name;
  private final String virtualHost;
  private final OptionalInt deliveryLimit;
  private final Optional<String> deadLetterQueue;

  private RabbitMqQueue(
      String name,
      String virtualHost,
      OptionalInt deliveryLimit,
      Optional<String> deadLetterQueue) {
    this.name = name;
    this.virtualHost = virtualHost;
    this.deliveryLimit = deliveryLimit;
    this.deadLetterQueue = deadLetterQueue;
  }

  /** Returns a queue of the virtual host {@code /}. */
  public static RabbitMqQueue named(String name) {
    return new RabbitMqQueue(name, "/", OptionalInt.empty(), Optional.empty());
  }

  /** Returns this queue in another virtual host. */
  public RabbitMqQueue virtualHost(String host) {
    return new RabbitMqQueue(name, host, deliveryLimit, deadLetterQueue);
  }

  /**
   * Returns this queue as a quorum queue with its delivery limit, which is how often a message is
   * returned to it before it is dead-lettered. Required. It is the value of {@code
   * x-delivery-limit} in an argument or a policy.
   */
  public RabbitMqQueue quorum(int limit) {
    return new RabbitMqQueue(name, virtualHost, OptionalInt.of(limit), deadLetterQueue);
  }

  /**
   * Returns this queue with the queue of the same virtual host to which its dead letters are routed
   * by {@code x-dead-letter-exchange}. Required, because without one the broker drops them.
   */
  public RabbitMqQueue deadLetterQueue(String queue) {
    return new RabbitMqQueue(name, virtualHost, deliveryLimit, Optional.of(queue));
  }

  String name() {
    return name;
  }

  String virtualHost() {
    return virtualHost;
  }

  int deliveryLimit() {
    return deliveryLimit.orElseThrow();
  }

  /** Returns what metrics call the queue. */
  Map<String, String> dimensions(RabbitMqBroker broker) {
    return dimensions(broker, name);
  }

  Map<String, String> deadLetterDimensions(RabbitMqBroker broker) {
    return dimensions(broker, deadLetterQueue.orElseThrow());
  }

  private Map<String, String> dimensions(RabbitMqBroker broker, String queue) {
    return Map.of("Broker", broker.name(), "VirtualHost", virtualHost, "Queue", queue);
  }

  List<String> problems() {
    return new Problems()
        .when(
            name.isBlank() || name.length() > LONGEST_NAME,
            "queue is \"%s\". Name one of 1 to 255 characters.",
            name)
        .when(virtualHost.isBlank(), "the virtual host has no name. Leave it out for \"/\".")
        .when(
            deliveryLimit.isEmpty(),
            "nothing says that \"%s\" is a quorum queue with a delivery limit: in another one a"
                + " batch that kills the process comes back for ever. Declare it with"
                + " x-queue-type=quorum and x-delivery-limit, and set quorum(...).",
            name)
        .when(
            deadLetterQueue.filter(it -> !it.isBlank() && !it.equals(name)).isEmpty(),
            "\"%s\" has no dead-letter queue of its own: what exceeds the delivery limit is"
                + " dropped. Declare it with x-dead-letter-exchange, and set deadLetterQueue(...).",
            name)
        .all();
  }
}
