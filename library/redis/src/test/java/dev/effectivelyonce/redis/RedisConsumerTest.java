package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
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
import org.junit.jupiter.api.Test;

/** A consumer of SQS over the store. */
class RedisConsumerTest {
  record Order(String orderId) {}

  private final RedisStore store = SharedRedis.emptyStore();
  private final ManualClock clock = new ManualClock();

  @Test
  void aHandlerThatCommitsFailsWithTheReasonAndWritesNothing() {
    Effects effects = new Effects() {};
    SqsConsumer<Order> consumer =
        consumer((order, delivery) -> HandlerResult.commit(effects)).build();

    assertThat(deliver(consumer, message("m-1", "O-1"))).containsExactly("m-1");

    IdempotencyRecord failed = record("O-1");
    assertThat(failed.status()).isEqualTo(Status.FAILED);
    assertThat(failed.error().map(ErrorSummary::text).orElse(""))
        .contains("the store has no transactions");
  }

  private IdempotencyRecord record(String orderId) {
    return store.find(RecordId.of(Samples.ORDERS, BusinessKey.of(orderId))).orElseThrow();
  }

  private SqsConsumerBuilder<Order> consumer(MessageHandler<Order> handler) {
    Platform system = Platform.system();
    return SqsConsumer.of(
            MessageIdentity.of(Samples.ORDERS.value(), Order.class, MessageKey.of(Order::orderId)))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Samples.RETENTION)
        .visibility((changes, deadline) -> {})
        .platform(new Platform(clock, system.owners(), system.random(), clock::advance))
        .handler(handler);
  }

  private static SqsRecord message(String messageId, String orderId) {
    return SqsRecord.of("orders", messageId).body("{\"orderId\":\"" + orderId + "\"}");
  }

  private List<String> deliver(SqsConsumer<?> consumer, SqsRecord... batch) {
    return SqsEvents.failed(
        consumer.handle(SqsEvents.of(batch), new TestContext(clock, Duration.ofSeconds(30))));
  }
}
