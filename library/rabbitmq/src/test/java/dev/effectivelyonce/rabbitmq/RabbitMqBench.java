package dev.effectivelyonce.rabbitmq;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.UnfinishedBatchException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.RecordingParking;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A consumer of orders with everything around it. Its handler completes unless told otherwise for a
 * order. Without jitter, and a wait moves the clock.
 */
final class RabbitMqBench {
  /** What Lambda reads of a order. */
  record Order(String id) {}

  static final Duration TIMEOUT = Duration.ofSeconds(30);
  static final Duration LEASE_MARGIN = Duration.ofSeconds(2);

  final ManualClock clock = new ManualClock();
  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final RecordingParking parking = new RecordingParking();
  QueueLanes lanes = QueueLanes.BUSINESS_KEY;

  private final List<String> ran = new CopyOnWriteArrayList<>();
  private final Map<String, RabbitMqHandler<Order>> answers = new ConcurrentHashMap<>();
  private final AtomicLong owners = new AtomicLong();
  private volatile CountDownLatch others = new CountDownLatch(0);

  RabbitMqBench on(String id, HandlerResult answer) {
    answers.put(id, (order, delivery) -> answer);
    return this;
  }

  /** Lets no wait move the clock before this many events of other lanes have ended. */
  void whereWaitsLetOthersEnd(int events) {
    others = new CountDownLatch(events);
  }

  /** The ids for which the handler ran, in the order of the starts. */
  List<String> ran() {
    return List.copyOf(ran);
  }

  List<ParkedMessage> parked() {
    return parking.messages();
  }

  static RabbitMqIdentity<Order> orders() {
    return RabbitMqIdentity.of("orders", Order.class, RabbitMqKey.of("id", Order::id));
  }

  RabbitMqConsumerBuilder<Order> consumer() {
    return consumer(orders());
  }

  RabbitMqConsumerBuilder<Order> consumer(RabbitMqIdentity<Order> identity) {
    return with(RabbitMqConsumer.of(identity))
        .handler(
            (order, delivery) -> {
              ran.add(order.id());
              return answers
                  .getOrDefault(order.id(), (it, that) -> HandlerResult.completed())
                  .handle(order, delivery);
            });
  }

  /** Everything but the handler. */
  <M> RabbitMqConsumerBuilder<M> with(RabbitMqConsumerBuilder<M> builder) {
    return builder
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .leaseMargin(LEASE_MARGIN)
        .lanes(lanes)
        .observer(this::observed)
        .parking(parking)
        .platform(
            new Platform(
                clock,
                () -> new Owner("owner-" + owners.incrementAndGet()),
                () -> 0L,
                this::pause));
  }

  private void observed(Transition transition) {
    if (transition.kind() == Kind.EXECUTED || transition.kind() == Kind.FAILED) {
      others.countDown();
    }
  }

  private void pause(Duration duration) throws InterruptedException {
    if (!others.await(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("No other lane ended");
    }
    clock.advance(duration);
  }

  /** Returns what is said of a batch that is not done, by the default consumer. */
  Optional<UnfinishedBatchException> unfinished(QueuedMessage... messages) {
    return unfinished(consumer().build(), messages);
  }

  Optional<UnfinishedBatchException> unfinished(
      RabbitMqConsumer<?> consumer, QueuedMessage... messages) {
    try {
      answer(consumer, QueuedMessage.event(List.of(messages)));
      return Optional.empty();
    } catch (UnfinishedBatchException e) {
      return Optional.of(e);
    } catch (IOException e) {
      throw new IllegalStateException("The event is JSON", e);
    }
  }

  String answer(RabbitMqConsumer<?> consumer, String event) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    consumer.handleRequest(
        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
        output,
        new TestContext(clock, TIMEOUT));
    return output.toString(StandardCharsets.UTF_8);
  }

  Optional<Status> status(String id) {
    return memory
        .find(RecordId.of(new ConsumerName("orders"), BusinessKey.of(id)))
        .map(IdempotencyRecord::status);
  }
}
