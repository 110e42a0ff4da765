package dev.effectivelyonce.worker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Parks messages of RabbitMQ in a queue of RabbitMQ. A parked message has the body, the properties
 * and the headers of the original, so that RabbitMQ's shovel can move it back. Headers beside them
 * have the consumer, the queue and the reason. It is parked when the broker has confirmed it.
 *
 * <p>It connects for the first message, and again after a fault. Safe for use by many threads.
 */
public final class RabbitParking implements Parking, AutoCloseable {
  /** The header with the name of the consumer that parked the message. */
  public static final String CONSUMER = "effectively-once-consumer";

  /** The header with the queue that the message was in, such as {@code orders::/}. */
  public static final String QUEUE = "effectively-once-queue";

  /** The header with the reason. */
  public static final String REASON = "effectively-once-reason";

  /** The broker sends a copy to each queue that this header names, as it did with the original. */
  private static final String MORE_QUEUES = "CC";

  private static final Duration LONGEST_CONFIRM = Duration.ofSeconds(10);
  private static final int PERSISTENT = 2;

  /** A message may be as large as its broker allows. */
  private static final JsonMapper JSON =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  private final ReentrantLock lock = new ReentrantLock();
  private final Brokers brokers;
  private final String queue;
  private final Clock clock;
  private Optional<Connection> connection = Optional.empty();

  /**
   * @param toBroker how to connect to the broker
   * @param queue the queue, which must be there, and must not be one that a consumer reads
   * @param clock the consumer's clock, on which the deadline is based
   * @param brokers the addresses of a cluster's brokers, of which it connects to any that answers;
   *     none for the host and port of the factory
   * @throws ConfigurationException if the queue has no name
   */
  public RabbitParking(ConnectionFactory toBroker, String queue, Clock clock, Address... brokers) {
    if (queue.isBlank()) {
      throw new ConfigurationException(
          "The parking of RabbitMQ has no queue", "Name it, such as orders.parked");
    }
    this.brokers = Brokers.of(toBroker, List.of(brokers), Platform.system().random());
    this.queue = queue;
    this.clock = clock;
  }

  /**
   * Returns a parking for a queue that is there, by the system's clock.
   *
   * @param brokers the addresses of a cluster's brokers, of which it connects to any that answers;
   *     none for the host and port of the factory
   * @throws ConfigurationException if the queue has no name
   */
  public static RabbitParking of(ConnectionFactory toBroker, String queue, Address... brokers) {
    return new RabbitParking(toBroker, queue, Platform.system().clock(), brokers);
  }

  @Override
  public void put(ParkedMessage message, Instant deadline) {
    if (message.origin().partition().equals(queue + "::" + brokers.factory().getVirtualHost())) {
      throw new IllegalStateException(
          "A message of '%s' would be parked in its own queue. Name another one".formatted(queue));
    }
    try (Channel channel = channel()) {
      Duration left = Duration.between(clock.instant(), deadline);
      if (!left.isPositive()) {
        throw new IllegalStateException(
            "A message was not parked, because connecting to the broker took all of its time");
      }
      publish(message, channel, Collections.min(List.of(left, LONGEST_CONFIRM)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("The broker did not confirm a message in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("A message was perhaps not parked", e);
    }
  }

  private void publish(ParkedMessage message, Channel channel, Duration longest)
      throws IOException, InterruptedException, TimeoutException {
    JsonNode json = read(message.body());
    AtomicBoolean isReturned = new AtomicBoolean();
    channel.addReturnListener(returned -> isReturned.set(true));
    channel.confirmSelect();
    channel.basicPublish("", queue, true, properties(message, json), body(json));
    channel.waitForConfirmsOrDie(Math.max(1, longest.toMillis()));
    // The broker returns what has no queue before it confirms it.
    if (isReturned.get()) {
      throw new IllegalStateException(
          "The broker has no queue '%s' to park in. Declare it".formatted(queue));
    }
  }

  private Channel channel() throws IOException, TimeoutException {
    lock.lock();
    try {
      Connection open = connection.filter(Connection::isOpen).orElse(null);
      if (open == null) {
        open = brokers.connect("parking");
        connection = Optional.of(open);
      }
      return open.openChannel().orElseThrow(() -> new IOException("The broker has no channel"));
    } finally {
      lock.unlock();
    }
  }

  private static JsonNode read(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Not a message of RabbitMQ");
    }
  }

  private static byte[] body(JsonNode json) {
    return Base64.getDecoder().decode(json.path("data").asText());
  }

  private static BasicProperties properties(ParkedMessage message, JsonNode json) {
    JsonNode of = json.path("basicProperties");
    Map<String, Object> headers = new HashMap<>(DeliveredEvents.headers(of.path("headers")));
    headers.remove(MORE_QUEUES);
    headers.put(CONSUMER, message.consumer().value());
    headers.put(QUEUE, message.origin().partition());
    headers.put(REASON, message.why());
    return new BasicProperties.Builder()
        .contentType(of.path("contentType").asText(null))
        .contentEncoding(of.path("contentEncoding").asText(null))
        .correlationId(of.path("correlationId").asText(null))
        .replyTo(of.path("replyTo").asText(null))
        .messageId(of.path("messageId").asText(null))
        .type(of.path("type").asText(null))
        .appId(of.path("appId").asText(null))
        .deliveryMode(PERSISTENT)
        .headers(headers)
        .build();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      connection.ifPresent(Connection::abort);
      connection = Optional.empty();
    } finally {
      lock.unlock();
    }
  }
}
