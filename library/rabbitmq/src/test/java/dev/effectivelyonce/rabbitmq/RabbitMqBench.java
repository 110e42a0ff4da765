package dev.effectivelyonce.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.UnfinishedBatchException;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.streams.ParkingConsumerBuilder;
import dev.effectivelyonce.streams.SourceBench;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A consumer of orders in a queue. */
final class RabbitMqBench extends SourceBench {
  QueueLanes lanes;

  RabbitMqBench(QueueLanes lanes) {
    super("orders");
    this.lanes = lanes;
  }

  static RabbitMqIdentity<Event> orders() {
    return orders(RabbitMqKey.of("id", Event::id));
  }

  static RabbitMqIdentity<Event> orders(RabbitMqKey<Event> key) {
    return RabbitMqIdentity.of("orders", Event.class, key);
  }

  RabbitMqConsumerBuilder<Event> consumer() {
    return consumer(orders());
  }

  RabbitMqConsumerBuilder<Event> consumer(RabbitMqIdentity<Event> identity) {
    return with(RabbitMqConsumer.of(identity))
        .handler(
            (order, delivery) ->
                handle(order, delivery.attempt(), delivery.steps(), delivery.claim()));
  }

  @Override
  protected RequestStreamHandler consumer(Consumer<ParkingConsumerBuilder<?, ?>> change) {
    RabbitMqConsumerBuilder<Event> builder = consumer();
    change.accept(builder);
    return builder.build();
  }

  /** Returns a consumer that completes whatever it has seen. */
  <M> RabbitMqConsumer<M> seeing(
      RabbitMqIdentity<M> identity, BiConsumer<M, RabbitMqDelivery> seen) {
    return with(RabbitMqConsumer.of(identity))
        .handler(
            (payload, delivery) -> {
              seen.accept(payload, delivery);
              return HandlerResult.completed();
            })
        .build();
  }

  /** Everything but the handler. */
  <M> RabbitMqConsumerBuilder<M> with(RabbitMqConsumerBuilder<M> builder) {
    return around(builder).lanes(lanes);
  }

  /** Returns what is said of a batch that is not done, by the default consumer. */
  Optional<UnfinishedBatchException> unfinished(QueuedMessage... messages) {
    return unfinished(consumer().build(), messages);
  }

  Optional<UnfinishedBatchException> unfinished(
      RequestStreamHandler consumer, QueuedMessage... messages) {
    try {
      answer(consumer, QueuedMessage.event(List.of(messages)));
      return Optional.empty();
    } catch (UnfinishedBatchException e) {
      return Optional.of(e);
    } catch (IOException e) {
      throw new IllegalStateException("The event is JSON", e);
    }
  }

  /** Asserts that a batch does not come back. */
  void assertDone(QueuedMessage... messages) {
    assertDone(consumer().build(), messages);
  }

  void assertDone(RequestStreamHandler consumer, QueuedMessage... messages) {
    assertThat(unfinished(consumer, messages)).isEmpty();
  }

  @Override
  protected String nothing() {
    return "{\"messages\":0}";
  }

  @Override
  protected List<Placed> left(RequestStreamHandler consumer, List<Placed> events) {
    QueuedMessage[] messages =
        events.stream().map(it -> QueuedMessage.order(it.id())).toArray(QueuedMessage[]::new);
    return unfinished(consumer, messages).isPresent() ? events : List.of();
  }
}
