package dev.effectivelyonce.local.eventsource.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import dev.effectivelyonce.local.engines.RabbitMqEngine;
import dev.effectivelyonce.local.eventsource.EventSource;
import dev.effectivelyonce.local.fixture.Await;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.template.RabbitMqMapping;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

/** A broker for the tests of a class; each test has a queue of its own. */
public final class RabbitMqQueues implements AutoCloseable {
  static final String BROKER = "arn:aws:mq:eu-central-1:123456789012:broker:shop:b-1";

  private final RabbitMqEngine engine = RabbitMqEngine.start();
  private final List<EventSource> sources = new ArrayList<>();

  /** What is done by a channel. */
  private interface Work<T> {
    T by(Channel channel) throws IOException, InterruptedException, TimeoutException;
  }

  RabbitMqEngine engine() {
    return engine;
  }

  /** Declares a quorum queue with a delivery limit, and the queue of its dead letters. */
  String quorum(int deliveryLimit) {
    return quorum("queue-" + UUID.randomUUID(), deliveryLimit);
  }

  /** The same with a name. */
  String quorum(String name, int deliveryLimit) {
    return by(
        channel -> {
          RabbitMqEngine.declare(channel, name, deliveryLimit);
          return name;
        });
  }

  void publish(String queue, String... bodies) {
    for (String body : bodies) {
      publish(queue, MessageProperties.PERSISTENT_BASIC, body.getBytes(UTF_8));
    }
  }

  /** Returns when the broker has confirmed the message. */
  void publish(String queue, BasicProperties properties, byte[] body) {
    by(
        channel -> {
          channel.confirmSelect();
          channel.basicPublish("", queue, properties, body);
          channel.waitForConfirmsOrDie(60_000);
          return true;
        });
  }

  /** How many messages of a queue are with nobody. */
  int ready(String queue) {
    return by(channel -> (int) channel.messageCount(queue));
  }

  /** Takes what a queue has. */
  List<String> take(String queue) {
    return by(channel -> taken(channel, queue));
  }

  /** Takes what a queue has, by a channel. */
  public static List<String> taken(Channel channel, String queue) throws IOException {
    List<String> taken = new ArrayList<>();
    for (GetResponse got = channel.basicGet(queue, true);
        got != null;
        got = channel.basicGet(queue, true)) {
      taken.add(new String(got.getBody(), UTF_8));
    }
    return taken;
  }

  /** A mapping that takes so many messages, or what comes within so long. */
  static RabbitMqMapping mapping(String queue, int size, Duration window) {
    return RabbitMqMapping.of(queue, BROKER).batching(size, window);
  }

  EventSource start(RabbitMqMapping mapping, FunctionInvoker function) {
    EventSource source = RabbitMqEventSource.start(mapping, engine.connections(), function);
    sources.add(source);
    return source;
  }

  void stopSources() {
    sources.forEach(EventSource::close);
    sources.clear();
  }

  /** Ends the sources, whose unacknowledged messages return, and finds the queue empty. */
  void awaitDone(String queue) {
    stopSources();
    Await.until(queue + " has no consumer", () -> by(it -> it.consumerCount(queue)) == 0);
    if (ready(queue) != 0) {
      throw new AssertionError(queue + " still has " + ready(queue) + " messages");
    }
  }

  private <T> T by(Work<T> work) {
    try (Connection connection = engine.connections().newConnection()) {
      return work.by(connection.createChannel());
    } catch (IOException | TimeoutException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    stopSources();
    engine.close();
  }
}
