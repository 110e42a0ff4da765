package dev.effectivelyonce.worker;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.ConnectionFactory;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.rabbitmq.QueueLanes;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds a worker. Required: {@link #connection} and {@link #queue}. Not thread-safe. */
public final class RabbitWorkerBuilder {
  /** The most that AMQP can say; without a limit a broker would send the whole queue. */
  private static final int MOST_PREFETCHED = 65_535;

  private final RabbitMqConsumer<?> consumer;
  private @Nullable ConnectionFactory factory;
  private List<Address> addresses = List.of();
  private String queue = "";
  private int prefetch = 50;
  private Platform platform = Platform.system();
  private Duration grace = Duration.ofSeconds(25);
  private Optional<InetSocketAddress> health = Optional.empty();

  RabbitWorkerBuilder(RabbitMqConsumer<?> consumer) {
    this.consumer = consumer;
  }

  /**
   * Sets how to connect to the broker: host, port, virtual host, user and TLS. The worker copies
   * the factory, so later changes of it have no effect. If the connection is lost, the worker opens
   * another one itself, so it turns off the client's automatic recovery. Required.
   *
   * @param brokers the addresses of a cluster's brokers, such as {@code
   *     Address.parseAddresses("one:5672,two:5672")}; the worker connects to one that answers, and
   *     asks that one first when it connects again. Default: the host and port of the factory
   */
  public RabbitWorkerBuilder connection(ConnectionFactory toBroker, Address... brokers) {
    this.factory = toBroker;
    this.addresses = List.of(brokers);
    return this;
  }

  /** Sets the queue, such as {@code orders}, which must be there. Required. */
  public RabbitWorkerBuilder queue(String name) {
    this.queue = name;
    return this;
  }

  /**
   * Sets how many messages may be here unacknowledged: those whose handlers run, and those that
   * wait. The broker sends no more until one of them is done. Default: 50.
   */
  public RabbitWorkerBuilder prefetch(int messages) {
    this.prefetch = messages;
    return this;
  }

  /**
   * Sets how long a stop waits for handlers that run. Set it a few seconds below the time that the
   * host gives a process, which is 30 seconds on ECS and Kubernetes by default. Default: 25 s.
   */
  public RabbitWorkerBuilder grace(Duration longest) {
    this.grace = longest;
    return this;
  }

  /**
   * Answers {@code GET /live} and {@code GET /ready} at an address: 200 if so, 503 if not. Default:
   * none.
   */
  public RabbitWorkerBuilder health(InetSocketAddress address) {
    this.health = Optional.of(address);
    return this;
  }

  /** Sets the sources of time and randomness. Default: {@link Platform#system()}. */
  public RabbitWorkerBuilder platform(Platform chosen) {
    this.platform = chosen;
    return this;
  }

  /**
   * Builds the worker, which connects to nothing until it is started.
   *
   * @throws ConfigurationException if the connection or the queue is missing, if a setting is out
   *     of range, or if the consumer has no heartbeat, reads other queues, or keeps the order of
   *     its queue while several of its messages may run
   */
  public RabbitWorker build() {
    if (factory == null) {
      throw new ConfigurationException(
          "The worker has no connection to a broker", "Set connection(factory)");
    }
    if (queue.isBlank()) {
      throw new ConfigurationException("The worker has no queue", "Set queue(\"orders\")");
    }
    if (prefetch < 1 || prefetch > MOST_PREFETCHED) {
      throw new ConfigurationException(
          "prefetch is " + prefetch, "Set 1 to " + MOST_PREFETCHED + ", such as 50");
    }
    WorkerChecks.grace(grace);
    Brokers brokers = Brokers.of(factory, addresses, platform.random());
    RabbitWorker.Source source =
        new RabbitWorker.Source(
            brokers, brokers.text(), queue, brokers.factory().getVirtualHost(), prefetch);
    check(consumer.terms(), source);
    return new RabbitWorker(consumer, source, grace, health, platform);
  }

  private static void check(RabbitMqConsumer.Terms terms, RabbitWorker.Source source) {
    String name = terms.name().value();
    if (!terms.queues().isEmpty() && !terms.queues().contains(source.inEvents())) {
      throw new ConfigurationException(
          "The consumer '%s' does not read the queue %s".formatted(name, source.inEvents()),
          "Add queues(\"%s\") to its RabbitMqIdentity".formatted(source.inEvents()));
    }
    if (terms.lanes() == QueueLanes.QUEUE && source.prefetch() > 1) {
      throw new ConfigurationException(
          "The consumer '%s' keeps the order of its queue, but prefetch is %s"
              .formatted(name, source.prefetch()),
          "Set prefetch(1), or the consumer's lanes(QueueLanes.BUSINESS_KEY)");
    }
    WorkerChecks.heartbeat(terms.name(), terms.heartbeat(), terms.mode(), terms.claims());
  }
}
