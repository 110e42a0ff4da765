package dev.effectivelyonce.local.eventsource.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import dev.effectivelyonce.local.lambda.FunctionInvoker;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.InvocationResult.Succeeded;
import dev.effectivelyonce.local.template.RabbitMqMapping;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a queue by one connection, until the connection or the source ends.
 *
 * @param left what did not fit into the event before
 */
record RabbitMqPoller(
    Channel channel,
    RabbitMqMapping mapping,
    FunctionInvoker function,
    BooleanSupplier running,
    BlockingQueue<Delivery> delivered,
    Deque<Delivery> left) {
  private static final Logger LOG = LoggerFactory.getLogger(RabbitMqPoller.class);
  private static final Duration IDLE = Duration.ofMillis(200);

  /**
   * Subscribes to the queue.
   *
   * @throws IOException if the broker is away, or refuses the queue
   */
  static RabbitMqPoller subscribed(
      Connection connection,
      RabbitMqMapping mapping,
      FunctionInvoker function,
      BooleanSupplier running)
      throws IOException {
    Channel channel = connection.createChannel();
    RabbitMqPoller poller =
        new RabbitMqPoller(
            channel, mapping, function, running, new LinkedBlockingQueue<>(), new ArrayDeque<>());
    // A broker holds no more than one batch's messages unacknowledged.
    channel.basicQos(mapping.batching().size());
    channel.basicConsume(
        mapping.queue(), false, (tag, message) -> poller.delivered.add(message), tag -> {});
    return poller;
  }

  /**
   * Reads batches.
   *
   * @throws IOException if the broker is away, or ends the subscription; it has taken back what was
   *     not acknowledged then
   */
  void run() throws IOException, InterruptedException {
    while (running.getAsBoolean()) {
      if (!channel.isOpen()) {
        throw new IOException("The channel is closed");
      }
      List<Delivery> batch = gathered();
      if (!batch.isEmpty()) {
        end(batch, function.invoke(new RabbitMqEventJson(mapping).of(batch).toString()));
      }
    }
  }

  private List<Delivery> gathered() throws IOException, InterruptedException {
    RabbitMqBatch batch = new RabbitMqBatch(mapping.batching().size());
    long end = System.nanoTime() + IDLE.toNanos();
    Optional<Delivery> next = next(end);
    while (next.isPresent()) {
      Delivery message = next.get();
      if (RabbitMqBatch.isTooLarge(message)) {
        drop(message);
      } else {
        if (batch.isEmpty()) {
          end = System.nanoTime() + mapping.batching().window().toNanos();
        }
        if (!batch.isTaken(message)) {
          left.addFirst(message);
          return batch.messages();
        }
      }
      next = batch.isFull() ? Optional.empty() : next(end);
    }
    return batch.messages();
  }

  private Optional<Delivery> next(long end) throws InterruptedException {
    Delivery first = left.pollFirst();
    long nanos = Math.max(0, end - System.nanoTime());
    return Optional.ofNullable(first == null ? delivered.poll(nanos, TimeUnit.NANOSECONDS) : first);
  }

  private void drop(Delivery message) throws IOException {
    LOG.warn(
        "A message of {} is dropped: with {} bytes it is larger than an event of Lambda",
        mapping.queue(),
        message.getBody().length);
    channel.basicAck(message.getEnvelope().getDeliveryTag(), false);
  }

  /** All of a batch in one word: a connection that breaks then breaks before it or after it. */
  private void end(List<Delivery> batch, InvocationResult result) throws IOException {
    long last = batch.getLast().getEnvelope().getDeliveryTag();
    if (result instanceof Succeeded) {
      channel.basicAck(last, true);
    } else {
      LOG.info("A batch of {} returns to {}: {}", batch.size(), mapping.queue(), result.describe());
      channel.basicNack(last, true, true);
    }
  }
}
