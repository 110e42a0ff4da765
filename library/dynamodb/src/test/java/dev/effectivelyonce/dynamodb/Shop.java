package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A consumer of orders on DynamoDB Local, and how often it shipped what. Behind a proxy that can
 * spoil its requests; its clock stands still until a test moves it.
 */
final class Shop {
  record Order(String orderId) {}

  static final ConsumerName ORDERS = new ConsumerName("orders");
  static final Duration LEASE = Duration.ofSeconds(40);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  final ManualClock clock = new ManualClock();
  private final FlakyTable table = new FlakyTable();
  final FlakyProxy proxy = table.proxy;
  final DynamoDbStore store = table.store;
  private final Map<String, AtomicInteger> shipped = new ConcurrentHashMap<>();

  /** Ships. */
  int ship(Order order) {
    return shipped
        .computeIfAbsent(order.orderId(), ignored -> new AtomicInteger())
        .incrementAndGet();
  }

  int shipped(String orderId) {
    return shipped.getOrDefault(orderId, new AtomicInteger()).get();
  }

  /** How many different orders were shipped. */
  int shippedOrders() {
    return shipped.size();
  }

  /** One environment of the function; all share the table. */
  SqsConsumer<Order> consumer(MessageHandler<Order> handler) {
    return builder(handler).build();
  }

  /** Over the table, {@code RERUN}. */
  SqsConsumerBuilder<Order> builder(MessageHandler<Order> handler) {
    Platform system = Platform.system();
    return SqsConsumer.of(
            MessageIdentity.of(ORDERS.value(), Order.class, MessageKey.of(Order::orderId)))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .visibility((changes, deadline) -> {})
        .leaseMargin(LEASE.minus(TIMEOUT))
        .platform(new Platform(clock, system.owners(), system.random(), clock::advance))
        .handler(handler);
  }

  static SqsRecord message(String messageId, String orderId) {
    return SqsRecord.of("orders", messageId).body("{\"orderId\":\"" + orderId + "\"}");
  }

  /** What the consumer reports as failed. */
  List<String> deliver(SqsConsumer<?> consumer, SqsRecord... batch) {
    return SqsEvents.failed(consumer.handle(SqsEvents.of(batch), new TestContext(clock, TIMEOUT)));
  }

  IdempotencyRecord record(String orderId) {
    return store.find(RecordId.of(ORDERS, BusinessKey.of(orderId))).orElseThrow();
  }
}
