package dev.effectivelyonce.worker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection with a channel that delivers the messages of a queue, until it is lost or the worker
 * stops. Each message is acknowledged by the channel that delivered it and by no other, because
 * another one may use the same delivery tag for another message. Used by many threads.
 */
final class Subscription {
  private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

  /** A message is held no longer than half of the time after which brokers close its channel. */
  private static final Duration LONGEST_HOLD = Duration.ofMinutes(15);

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final RabbitWorker worker;
  private final Connection connection;
  private final Channel channel;
  private final Set<HeldMessage> waiting = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean isLost = new AtomicBoolean();
  private final AtomicBoolean isCancelled = new AtomicBoolean();
  private volatile String tag = "";
  private volatile boolean isEnding;
  private volatile boolean isReturning;

  private Subscription(RabbitWorker worker, Connection connection, Channel channel) {
    this.worker = worker;
    this.connection = connection;
    this.channel = channel;
  }

  /**
   * Opens a channel, which delivers nothing yet.
   *
   * @throws IOException if the broker gives none
   */
  static Subscription open(RabbitWorker worker, Connection connection) throws IOException {
    Channel channel =
        connection.openChannel().orElseThrow(() -> new IOException("The broker has no channel"));
    return new Subscription(worker, connection, channel);
  }

  /**
   * Asks for the messages of a queue.
   *
   * @param prefetch how many of them may be here
   * @throws IOException if the broker is away, or refuses the queue
   */
  void consume(String queue, int prefetch) throws IOException {
    channel.basicQos(prefetch);
    tag =
        channel.basicConsume(
            queue,
            false,
            (consumer, message) -> take(message),
            consumer -> lose("The queue was deleted, or its node went away"),
            (consumer, signal) -> lose(String.valueOf(signal.getMessage())));
  }

  private void take(Delivery message) {
    HeldMessage held = new HeldMessage(message, this, worker, worker.now().plus(LONGEST_HOLD));
    worker.taken();
    if (isEnding) {
      waits(held);
    } else {
      start(held);
    }
  }

  private void start(HeldMessage held) {
    try {
      Thread.ofVirtual().name("message").start(held);
    } catch (Throwable thrown) {
      // Such as no memory for a thread.
      LOG.error("A message was not handled. It comes back.", thrown);
      giveBack(held);
      worker.failIfFatal(thrown);
    }
  }

  /** Runs a message again after a wait, or gives it back if the worker stops before. */
  void runAgain(HeldMessage held, Duration wait) {
    waits(held);
    worker.later(
        wait,
        () -> {
          if (!isEnding && waiting.remove(held)) {
            start(held);
          }
        });
  }

  private void waits(HeldMessage held) {
    waiting.add(held);
    if (isReturning && waiting.remove(held)) {
      giveBack(held);
    }
  }

  /** Returns whether no handler may start any more for what this channel delivered. */
  boolean isEnding() {
    return isEnding;
  }

  /** Acknowledges a message that is done. */
  void acknowledge(HeldMessage held) {
    answer(() -> channel.basicAck(held.tag(), false));
  }

  /** Returns a message to its queue, from where the broker delivers it again. */
  void giveBack(HeldMessage held) {
    answer(() -> channel.basicNack(held.tag(), false, true));
  }

  /** An answer for the broker. */
  @FunctionalInterface
  private interface Answer {
    void send() throws IOException;
  }

  /** If the channel was lost, the broker has taken its messages back. */
  private void answer(Answer answer) {
    try {
      if (channel.isOpen()) {
        answer.send();
      }
    } catch (IOException | ShutdownSignalException e) {
      LOG.warn("The broker was not told what became of a message, so it comes back", e);
    } finally {
      worker.left();
    }
  }

  /** Receives no more. What waits, and what still comes, is given back. */
  void cancel() {
    isEnding = true;
    if (isCancelled.compareAndSet(false, true)) {
      // A broker that is away answers late, and a stop has no time for that.
      Thread.ofVirtual().name("cancel").start(this::cancelNow);
    }
  }

  private void cancelNow() {
    try {
      channel.basicCancel(tag);
    } catch (IOException | RuntimeException e) {
      LOG.info("The queue was not left. The broker notices when the connection ends.", e);
    } finally {
      giveBackWaiting();
    }
  }

  private void giveBackWaiting() {
    isReturning = true;
    waiting.forEach(
        held -> {
          if (waiting.remove(held)) {
            giveBack(held);
          }
        });
  }

  private void lose(String why) {
    if (isLost.compareAndSet(false, true)) {
      LOG.warn("The channel was lost, and another one is opened: {}", why);
      isEnding = true;
      giveBackWaiting();
      worker.reconnect(this);
    }
  }

  /**
   * Ends the connection. The broker takes back what was not acknowledged. Given back before, it
   * would be delivered here again.
   */
  void close() {
    isLost.set(true);
    isEnding = true;
    connection.abort((int) FAREWELL.toMillis());
    giveBackWaiting();
  }
}
