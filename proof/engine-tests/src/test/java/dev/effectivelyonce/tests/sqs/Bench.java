package dev.effectivelyonce.tests.sqs;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import dev.effectivelyonce.testkit.sqs.RecordingVisibility;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * A consumer of orders with everything around it. Its handler completes unless told otherwise for
 * an order. Without jitter, and a store's pause moves the clock.
 */
final class Bench {
  static final String STANDARD = "orders";
  static final String FIFO = "orders.fifo";
  static final Duration TIMEOUT = Duration.ofSeconds(30);
  static final Duration LEASE_MARGIN = Duration.ofSeconds(2);
  static final Duration LEASE = TIMEOUT.plus(LEASE_MARGIN);
  static final int MAX_RECEIVES = 5;

  /** For a {@link RandomGenerator}: always the least of a range. */
  static final RandomGenerator LEAST = () -> 0L;

  final ManualClock clock = new ManualClock();
  final ManualTimers timers = new ManualTimers(clock);
  final InMemoryStore memory = new InMemoryStore();
  final FaultyStore store = new FaultyStore(memory);
  final RecordingVisibility visibility = new RecordingVisibility();
  final TestContext context = new TestContext(clock, TIMEOUT);

  private final AtomicLong owners = new AtomicLong();
  private final List<String> ran = new CopyOnWriteArrayList<>();
  private final Map<String, MessageHandler<Order>> answers = new ConcurrentHashMap<>();

  Bench on(String orderId, MessageHandler<Order> answer) {
    answers.put(orderId, answer);
    return this;
  }

  Bench on(String orderId, HandlerResult answer) {
    return on(orderId, (order, delivery) -> answer);
  }

  /** The order ids for which the handler ran, in the order of the starts. */
  List<String> ran() {
    return List.copyOf(ran);
  }

  /** Orders, told apart by their id alone. */
  static MessageIdentity<Order> orders() {
    return MessageIdentity.of("orders", Order.class, MessageKey.of(Order::orderId));
  }

  SqsConsumerBuilder<Order> consumer() {
    return consumer(orders());
  }

  SqsConsumerBuilder<Order> consumer(MessageIdentity<Order> identity) {
    return with(SqsConsumer.of(identity))
        .handler(
            (order, delivery) -> {
              ran.add(order.orderId());
              return answers
                  .getOrDefault(order.orderId(), (o, d) -> HandlerResult.completed())
                  .handle(order, delivery);
            });
  }

  /** Everything but the handler. */
  <M> SqsConsumerBuilder<M> with(SqsConsumerBuilder<M> builder) {
    return builder
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .maxReceiveCount(MAX_RECEIVES)
        .leaseMargin(LEASE_MARGIN)
        .visibility(visibility)
        .platform(platform());
  }

  Platform platform() {
    return new Platform(
        clock,
        () -> new AttemptId("owner-" + owners.incrementAndGet()),
        LEAST,
        this::pause,
        timers);
  }

  /** The clock moves on, and others that are ready to run go first. */
  private void pause(Duration duration) throws InterruptedException {
    clock.advance(duration);
    Thread.sleep(Duration.ZERO);
  }

  /** The ids reported as failed when the default consumer handles the records. */
  List<String> failed(SqsRecord... records) {
    return failed(consumer().build(), records);
  }

  List<String> failed(SqsConsumer<?> consumer, SqsRecord... records) {
    return failed(consumer, SqsEvents.of(records));
  }

  List<String> failed(SqsConsumer<?> consumer, SQSEvent event) {
    return SqsEvents.failed(consumer.handle(event, context));
  }

  Optional<IdempotencyRecord> record(String orderId) {
    return memory.find(RecordId.of(new ConsumerName("orders"), BusinessKey.of(orderId)));
  }

  Optional<Status> status(String orderId) {
    return record(orderId).map(IdempotencyRecord::status);
  }

  /** A standard queue's message about an order. */
  static SqsRecord standard(String messageId, String orderId) {
    return SqsRecord.of(STANDARD, messageId).body(Order.json(orderId));
  }

  /** A FIFO queue's message about an order. */
  static SqsRecord fifo(String messageId, String group, String orderId) {
    return SqsRecord.of(FIFO, messageId).group(group).body(Order.json(orderId));
  }
}
