package dev.effectivelyonce.worker;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The brokers of a cluster of RabbitMQ, and how to connect to one of them: as the user does, but
 * for what the library does itself.
 *
 * @param addresses tried in any order until one of them answers
 */
record Brokers(ConnectionFactory factory, List<Address> addresses) implements RabbitWorker.Broker {
  private static final int NO_PORT = -1;

  /**
   * @param addresses none for the host of the factory; one without a port has that of the factory
   */
  static Brokers of(ConnectionFactory factory, List<Address> addresses) {
    ConnectionFactory copy = factory.clone();
    // It would bring deliveries of a lost channel and of its successor into one row of tags.
    copy.setAutomaticRecoveryEnabled(false);
    copy.setThreadFactory(Thread.ofPlatform().daemon().name("rabbitmq-", 0).factory());
    Stream<Address> given =
        addresses.isEmpty() ? Stream.of(new Address(copy.getHost())) : addresses.stream();
    return new Brokers(
        copy,
        given
            .map(it -> it.getPort() == NO_PORT ? new Address(it.getHost(), copy.getPort()) : it)
            .toList());
  }

  @Override
  public Connection connect(String name) throws IOException, TimeoutException {
    return factory.newConnection(addresses, name);
  }

  /** Returns the addresses as a text, such as {@code one:5672,two:5672}. */
  String text() {
    return addresses.stream()
        .map(it -> it.getHost() + ":" + it.getPort())
        .collect(Collectors.joining(","));
  }
}
