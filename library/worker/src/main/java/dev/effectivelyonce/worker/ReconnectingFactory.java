package dev.effectivelyonce.worker;

import com.rabbitmq.client.ConnectionFactory;

/** How the library connects to RabbitMQ: as its user does, but for what it does itself. */
final class ReconnectingFactory {
  private ReconnectingFactory() {}

  static ConnectionFactory copy(ConnectionFactory factory) {
    ConnectionFactory copy = factory.clone();
    // It would bring deliveries of a lost channel and of its successor into one row of tags.
    copy.setAutomaticRecoveryEnabled(false);
    copy.setThreadFactory(Thread.ofPlatform().daemon().name("rabbitmq-", 0).factory());
    return copy;
  }
}
