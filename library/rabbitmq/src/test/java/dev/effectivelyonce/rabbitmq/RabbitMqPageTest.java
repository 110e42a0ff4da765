package dev.effectivelyonce.rabbitmq;

import static dev.effectivelyonce.rabbitmq.QueuedMessage.order;
import static dev.effectivelyonce.streams.SourceBench.base64;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/rabbitmq.md shows: its keys do what the page says. */
class RabbitMqPageTest {
  /** What the page's queue holds. */
  record Order(String orderId) {}

  static final RabbitMqIdentity<Order> ORDERS =
      RabbitMqIdentity.of("orders", Order.class, RabbitMqKey.of("orderId", Order::orderId))
          .queues("orders::/");
  static final RabbitMqIdentity<Order> BY_MESSAGE_ID =
      RabbitMqIdentity.of("labels", Order.class, RabbitMqKey.ofMessageId());
  static final RabbitMqIdentity<Order> BY_HEADER =
      RabbitMqIdentity.of(
          "invoices",
          Order.class,
          RabbitMqKey.<Order>ofHeader("tenant").and(RabbitMqKey.ofHeader("invoice")));

  private final RabbitMqBench bench = new RabbitMqBench(QueueLanes.BUSINESS_KEY);

  static Effects booked(Order order) {
    return InMemoryEffects.of(() -> assertThat(order).isNotNull());
  }

  @Test
  void eachOfItsIdentitiesRunsACopyOnceAndTheNextEventToo() {
    QueuedMessage first = message(1);

    assertThat(
            Stream.of(ORDERS, BY_MESSAGE_ID, BY_HEADER)
                .map(it -> runs(it, first, first.again(), message(2))))
        .containsOnly(2);
  }

  private static QueuedMessage message(int number) {
    return order("-")
        .withData(base64("{\"orderId\":\"o-%s\"}".formatted(number)))
        .withMessageId("\"m-%s\"".formatted(number))
        .withHeaders("{\"tenant\":{\"bytes\":[49]},\"invoice\":%s}".formatted(number));
  }

  private <M> int runs(RabbitMqIdentity<M> identity, QueuedMessage... messages) {
    AtomicInteger runs = new AtomicInteger();
    RabbitMqConsumer<M> consumer =
        bench.seeing(identity, (payload, delivery) -> runs.incrementAndGet());
    bench.assertDone(consumer, messages);
    return runs.get();
  }
}
