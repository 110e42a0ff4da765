package dev.effectivelyonce.worker;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The brokers of a cluster of RabbitMQ, and how to connect to one of them: as the user does, but
 * for what the library does itself. The broker that answered last is asked first, so one that is
 * away costs its timeout once.
 */
final class Brokers implements RabbitWorker.Broker {
  private static final int NO_PORT = -1;

  private final ConnectionFactory factory;

  /** In the order in which they are asked. */
  private volatile List<Address> addresses;

  private Brokers(ConnectionFactory factory, List<Address> addresses) {
    this.factory = factory;
    this.addresses = addresses;
  }

  /**
   * @param addresses asked in any order at first; none for the host of the factory; one without a
   *     port has that of the factory
   */
  static Brokers of(ConnectionFactory factory, List<Address> addresses, RandomGenerator random) {
    ConnectionFactory copy = factory.clone();
    // It would bring deliveries of a lost channel and of its successor into one row of tags.
    copy.setAutomaticRecoveryEnabled(false);
    copy.setThreadFactory(Thread.ofPlatform().daemon().name("rabbitmq-", 0).factory());
    Stream<Address> given =
        addresses.isEmpty() ? Stream.of(new Address(copy.getHost())) : addresses.stream();
    List<Address> all =
        given
            .map(it -> it.getPort() == NO_PORT ? new Address(it.getHost(), copy.getPort()) : it)
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(all, random);
    return new Brokers(copy, List.copyOf(all));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException if no broker can be used: what the last one failed by, or that one of them
   *     refuses the login; the other failures are suppressed in it
   */
  @Override
  public Connection connect(String name) throws IOException, TimeoutException {
    List<Exception> failures = new ArrayList<>();
    for (Address each : addresses) {
      try {
        Connection connection = factory.newConnection(List.of(each), name);
        addresses = firstOf(each, addresses);
        return connection;
      } catch (IOException | TimeoutException e) {
        failures.add(e);
      }
    }
    Exception told =
        failures.stream()
            .filter(PossibleAuthenticationFailureException.class::isInstance)
            .findFirst()
            .orElseGet(failures::getLast);
    failures.stream().filter(it -> !it.equals(told)).forEach(told::addSuppressed);
    if (told instanceof TimeoutException late) {
      throw late;
    }
    throw (IOException) told;
  }

  private static List<Address> firstOf(Address first, List<Address> all) {
    return Stream.concat(Stream.of(first), all.stream().filter(it -> !it.equals(first))).toList();
  }

  ConnectionFactory factory() {
    return factory;
  }

  /**
   * Returns the addresses as a text, such as {@code one:5672,two:5672}: the same one for the same
   * brokers, since it is a part of the ids of parked messages.
   */
  String text() {
    return addresses.stream()
        .map(it -> it.getHost() + ":" + it.getPort())
        .sorted()
        .collect(Collectors.joining(","));
  }
}
