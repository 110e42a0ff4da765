package dev.effectivelyonce.worker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.effectivelyonce.batch.BatchListener;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives messages of a RabbitMQ queue in a process of its own, hands each of them to a {@link
 * RabbitMqConsumer}, and acknowledges it when it is done or parked. Messages are handled side by
 * side on virtual threads. A message that may run again waits here, unacknowledged.
 *
 * <p>If the connection is lost, it opens another one. The broker then delivers again what was not
 * acknowledged: what is done is skipped, and what still runs is waited for.
 *
 * <p>On {@link #stop} it receives no more. Handlers that run end, their messages are acknowledged,
 * and all others go back to the queue. If a process is killed instead, the broker delivers its
 * messages to others, which take the claims over when their leases end.
 */
public final class RabbitWorker extends Worker {
  private static final Logger LOG = LoggerFactory.getLogger(RabbitWorker.class);
  private static final Backoff AFTER_FAULTS =
      new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

  /** Connects to a broker. */
  @FunctionalInterface
  interface Broker {
    /**
     * Opens a connection.
     *
     * @param name by which the broker's operators know the connection
     */
    Connection connect(String name) throws IOException, TimeoutException;
  }

  /**
   * The queue of a worker, at its broker.
   *
   * @param broker connects to its broker
   * @param address the broker's address, or those of its cluster
   * @param name its name
   * @param virtualHost the broker's part that it is in
   * @param prefetch how many of its messages may be here unacknowledged
   */
  record Source(Broker broker, String address, String name, String virtualHost, int prefetch) {
    /** Returns the name with the virtual host, as events have it. */
    String inEvents() {
      return name + "::" + virtualHost;
    }
  }

  private final RabbitMqConsumer<?> consumer;
  private final Source source;
  private final Platform platform;
  private final Room room;
  private final AtomicReference<@Nullable Subscription> current = new AtomicReference<>();
  private volatile boolean isEnding;

  RabbitWorker(
      RabbitMqConsumer<?> consumer,
      Source source,
      Duration grace,
      Optional<InetSocketAddress> healthAddress,
      Platform platform) {
    super(consumer.terms().name().value(), grace, healthAddress);
    this.consumer = consumer;
    this.source = source;
    this.platform = platform;
    this.room = new Room(source.prefetch(), Long.MAX_VALUE, platform.timers());
  }

  /**
   * Returns a builder for a worker.
   *
   * @param consumer a consumer with a {@linkplain
   *     dev.effectivelyonce.rabbitmq.RabbitMqConsumerBuilder#heartbeat heartbeat}
   */
  public static RabbitWorkerBuilder of(RabbitMqConsumer<?> consumer) {
    return new RabbitWorkerBuilder(consumer);
  }

  @Override
  void begin() {
    try {
      subscribe();
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      refusal(e)
          .ifPresent(
              refusal -> {
                throw refusal;
              });
      LOG.warn("The broker can't be reached. It is tried again.", e);
      reconnect(1);
    }
    LOG.info(
        "Receiving messages of {} for the consumer '{}'",
        source.inEvents(),
        consumer.terms().name().value());
  }

  /** Waiting does not help if the broker answers that it refuses the login or the queue. */
  private Optional<ConfigurationException> refusal(Exception thrown) {
    if (thrown instanceof PossibleAuthenticationFailureException) {
      return Optional.of(
          new ConfigurationException(
              "The broker refuses the login: " + thrown.getMessage(),
              "Change the user or the virtual host of the connection factory"));
    }
    return thrown.getCause() instanceof ShutdownSignalException signal
            && signal.getReason() instanceof AMQP.Channel.Close answer
        ? Optional.of(
            new ConfigurationException(
                "The broker refuses the queue '%s': %s"
                    .formatted(source.name(), answer.getReplyText()),
                "Declare the queue, and let the user read it"))
        : Optional.empty();
  }

  private void subscribe() throws IOException, TimeoutException {
    Connection connection = source.broker().connect(consumer.terms().name().value());
    try {
      Subscription subscription = Subscription.open(this, connection);
      current.set(subscription);
      subscription.consume(source.name(), source.prefetch());
      answered(WorkerStatus.Queue.ANSWERS);
    } catch (IOException | RuntimeException e) {
      answered(WorkerStatus.Queue.AWAY);
      current.set(null);
      connection.abort();
      throw e;
    }
    if (isEnding) {
      end();
    }
  }

  /** Opens another connection in place of one that was lost. */
  void reconnect(Subscription lost) {
    Thread.ofVirtual().name("abandon").start(lost::close);
    reconnect(1);
  }

  private void reconnect(int tries) {
    answered(WorkerStatus.Queue.AWAY);
    Duration pause = AFTER_FAULTS.after(tries, platform.random());
    later(
        pause,
        () -> {
          if (isEnding) {
            return;
          }
          try {
            subscribe();
            LOG.info("Receiving messages of {} again", source.inEvents());
          } catch (Throwable thrown) {
            // Whatever it is, a worker that gives up in silence would stop the queue.
            LOG.warn("The broker can't be reached. It is tried again.", thrown);
            failIfFatal(thrown);
            reconnect(tries + 1);
          }
        });
  }

  void later(Duration wait, Runnable task) {
    platform.timers().after(wait, task);
  }

  /** Handles a message, and returns normally only if it is done or parked. */
  void handle(
      Delivery message, BooleanSupplier isStopping, BatchListener<RabbitMqMessage> listener) {
    consumer.handle(
        DeliveredEvents.event(message, source.inEvents(), source.address()), isStopping, listener);
  }

  @Override
  Instant now() {
    return platform.clock().instant();
  }

  Duration backoff(int tries) {
    return consumer.terms().backoff().after(tries, platform.random());
  }

  /** Notes that a message came. */
  void taken() {
    room.fill(0, 1, 0);
  }

  /** Notes that a message was acknowledged or given back. */
  void left() {
    room.leave(0);
  }

  @Override
  void receiveNoMore() {
    isEnding = true;
    Subscription subscription = current.get();
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  boolean awaitEnd(Duration longest) throws InterruptedException {
    return room.awaitEmpty(longest);
  }

  @Override
  void end() {
    Subscription subscription = current.getAndSet(null);
    if (subscription != null) {
      subscription.close();
    }
  }

  @Override
  int held() {
    return room.held();
  }
}
