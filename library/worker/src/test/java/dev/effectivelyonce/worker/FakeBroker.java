package dev.effectivelyonce.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.CancelCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConsumerShutdownSignalCallback;
import com.rabbitmq.client.DeliverCallback;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A broker with one queue of orders, as far as a worker sees it. */
final class FakeBroker implements RabbitWorker.Broker {
  private final Deque<Order> ready = new ArrayDeque<>();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private Optional<Line> live = Optional.empty();
  private Optional<IOException> refusal = Optional.empty();
  private Optional<String> late = Optional.empty();
  private boolean breaks;
  private int lines;

  /** Refuses connections or the queue from now on; empty: no longer. */
  synchronized void refuse(Optional<IOException> with) {
    refusal = with;
  }

  /** Returns the answer to a queue that is not there. */
  static IOException noSuchQueue() {
    return new IOException(
        signal(
            new AMQP.Channel.Close.Builder()
                .replyCode(AMQP.NOT_FOUND)
                .replyText("NOT_FOUND - no queue 'orders' in vhost '/'")
                .build()));
  }

  /** Delivers this order while the next consumer is cancelled. */
  synchronized void deliverLate(String order) {
    late = Optional.of(order);
  }

  /** Takes the next consumer, and breaks its connection and goes away before it knows. */
  synchronized void breakNext() {
    breaks = true;
  }

  synchronized void send(String... orders) {
    for (String order : orders) {
      ready.add(new Order(order));
    }
    deliver();
  }

  /** Ends the connection, as a broker that is restarted. */
  void kill() {
    end(line -> line.shutdown().handleShutdownSignal("", broken()));
  }

  /** Ends the consumer, as a broker whose queue is deleted. */
  void cancelConsumer() {
    end(
        line -> {
          try {
            line.cancelled().handle("");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private void end(java.util.function.Consumer<Line> how) {
    Line line;
    synchronized (this) {
      line = live.orElseThrow();
      takeBack(line);
    }
    how.accept(line);
  }

  /** What was answered, as {@code channel:verb order}. */
  List<String> log() {
    return List.copyOf(log);
  }

  /** The orders that wait in the queue. */
  synchronized List<String> ready() {
    return ready.stream().map(Order::orderId).toList();
  }

  @Override
  public synchronized Connection connect(String name) throws IOException {
    if (refusal.isPresent() && !(refusal.get().getCause() instanceof ShutdownSignalException)) {
      throw refusal.get();
    }
    Line line = new Line(++lines);
    return proxy(
        Connection.class,
        (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "openChannel" -> {
              return Optional.of(proxy(Channel.class, line));
            }
            case "abort" -> takeBack(line);
            default -> throw new UnsupportedOperationException(method.toString());
          }
          return null;
        });
  }

  private static ShutdownSignalException signal(AMQP.Channel.Close reason) {
    return new ShutdownSignalException(false, false, reason, "channel");
  }

  /** As of a connection that broke. */
  private static ShutdownSignalException broken() {
    return signal(
        new AMQP.Channel.Close.Builder()
            .replyCode(AMQP.CONNECTION_FORCED)
            .replyText("CONNECTION_FORCED")
            .build());
  }

  private synchronized void takeBack(Line line) {
    line.isOpen = false;
    List<Order> unanswered = new ArrayList<>(line.unanswered.values());
    unanswered.reversed().forEach(ready::addFirst);
    line.unanswered.clear();
    live = live.filter(it -> it != line);
  }

  private synchronized void deliver() {
    while (live.isPresent() && !ready.isEmpty() && !live.get().isFull()) {
      live.get().deliver(ready.remove());
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** A channel, and what it delivered. */
  private final class Line implements InvocationHandler {
    private final int number;
    private final Map<Long, Order> unanswered = new TreeMap<>();
    private int prefetch;
    private long lastTag;
    private boolean isOpen = true;
    private Optional<DeliverCallback> deliveries = Optional.empty();
    private Optional<CancelCallback> cancelled = Optional.empty();
    private Optional<ConsumerShutdownSignalCallback> shutdown = Optional.empty();

    Line(int number) {
      this.number = number;
    }

    CancelCallback cancelled() {
      return cancelled.orElseThrow();
    }

    ConsumerShutdownSignalCallback shutdown() {
      return shutdown.orElseThrow();
    }

    boolean isFull() {
      return unanswered.size() >= prefetch;
    }

    void deliver(Order order) {
      unanswered.put(++lastTag, order);
      Envelope envelope = new Envelope(lastTag, false, "", "orders");
      byte[] body = "{\"orderId\":\"%s\"}".formatted(order.orderId()).getBytes(UTF_8);
      try {
        deliveries.orElseThrow().handle("", new Delivery(envelope, new BasicProperties(), body));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public @Nullable Object invoke(
        Object proxy, java.lang.reflect.Method method, Object[] arguments) throws IOException {
      synchronized (FakeBroker.this) {
        if (method.getName().equals("isOpen")) {
          return isOpen;
        }
        if (!isOpen) {
          throw new AlreadyClosedException(broken());
        }
        return answer(method.getName(), arguments);
      }
    }

    private @Nullable Object answer(String method, Object[] arguments) throws IOException {
      switch (method) {
        case "basicQos" -> prefetch = (Integer) arguments[0];
        case "basicConsume" -> {
          if (refusal.isPresent()) {
            throw refusal.get();
          }
          deliveries = Optional.of((DeliverCallback) arguments[2]);
          cancelled = Optional.of((CancelCallback) arguments[3]);
          shutdown = Optional.of((ConsumerShutdownSignalCallback) arguments[4]);
          live = Optional.of(this);
          if (breaks) {
            breaks = false;
            refusal = Optional.of(new IOException("Connection refused"));
            kill();
          }
          FakeBroker.this.deliver();
          return "consumer";
        }
        case "basicAck" -> log.add(number + ":ack " + take(arguments).orderId());
        case "basicNack" -> {
          Order order = take(arguments);
          log.add(number + ":nack " + order.orderId());
          ready.addFirst(order);
          FakeBroker.this.deliver();
        }
        case "basicCancel" -> {
          late.map(Order::new).ifPresent(this::deliver);
          log.add(number + ":cancel");
          live = Optional.empty();
        }
        default -> throw new UnsupportedOperationException(method);
      }
      return null;
    }

    private Order take(Object[] arguments) {
      Order order = unanswered.remove((Long) arguments[0]);
      if (order == null) {
        throw new AssertionError("A tag that this channel did not deliver");
      }
      FakeBroker.this.deliver();
      return order;
    }
  }
}
