package dev.effectivelyonce.local.eventsource.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.effectivelyonce.local.eventsource.EventSource;
import dev.effectivelyonce.local.eventsource.Worker;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.template.RabbitMqMapping;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one queue and invokes one function with its messages, as Lambda's event source mapping for
 * RabbitMQ does: one batch at a time, acknowledged or returned as a whole. When the broker is away,
 * it connects again until it is closed.
 */
public final class RabbitMqEventSource {
  private static final Logger LOG = LoggerFactory.getLogger(RabbitMqEventSource.class);
  private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(200);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  private final RabbitMqMapping mapping;
  private final ConnectionFactory broker;
  private final FunctionInvoker function;
  private final Worker worker = new Worker();

  /** The problem in the log since the last subscription. For the poller's thread. */
  private String logged = "";

  private RabbitMqEventSource(
      RabbitMqMapping mapping, ConnectionFactory broker, FunctionInvoker function) {
    this.mapping = mapping;
    this.broker = broker;
    this.function = function;
  }

  /**
   * Starts reading.
   *
   * @param broker where and how to log in; its virtual host is replaced by the mapping's
   */
  public static EventSource start(
      RabbitMqMapping mapping, ConnectionFactory broker, FunctionInvoker function) {
    ConnectionFactory own = broker.clone();
    own.setVirtualHost(mapping.virtualHost());
    // Recovered by the client, a connection would go on with tags that the broker has forgotten.
    own.setAutomaticRecoveryEnabled(false);
    // A broker that has just come back may keep a request waiting for long.
    own.setChannelRpcTimeout((int) ANSWER_WITHIN.toMillis());
    RabbitMqEventSource started = new RabbitMqEventSource(mapping, own, function);
    started.worker.repeat(started::read);
    return started.worker;
  }

  private void read() throws InterruptedException {
    try (Connection connection = broker.newConnection("event source of " + mapping.queue())) {
      RabbitMqPoller poller =
          RabbitMqPoller.subscribed(connection, mapping, function, worker::isRunning);
      logged = "";
      poller.run();
    } catch (IOException | TimeoutException | AlreadyClosedException e) {
      log(Objects.requireNonNullElse(e.getCause(), e).toString());
      Thread.sleep(PAUSE_AFTER_ERROR);
    }
  }

  /** A queue that is not there may never be. The log says so once, and not at each attempt. */
  private void log(String problem) {
    if (!problem.equals(logged)) {
      LOG.warn("Reading {} failed, trying again until it works: {}", mapping.queue(), problem);
      logged = problem;
    }
  }
}
