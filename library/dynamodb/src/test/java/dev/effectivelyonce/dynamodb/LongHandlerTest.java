package dev.effectivelyonce.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.Visibility;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.sqs.RecordingVisibility;
import dev.effectivelyonce.testkit.sqs.SqsEvents;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Handlers that run longer than their lease, over DynamoDB Local, by the real time. */
class LongHandlerTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration MARGIN = Duration.ofMillis(500);
  private final Shop shop = new Shop(DYNAMO_DB);
  private final RecordingVisibility visibility = new RecordingVisibility();

  @AfterEach
  void close() {
    shop.close();
  }

  private SqsConsumer<Order> consumer(
      IdempotencyStore store, Visibility changes, MessageHandler<Order> handler) {
    return SqsConsumer.of(
            MessageIdentity.of(Shop.ORDERS.value(), Order.class, MessageKey.of(Order::orderId)))
        .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
        .store(store)
        .retention(Duration.ofDays(19))
        .leaseMargin(MARGIN)
        .heartbeat(LEASE)
        .visibility(changes)
        .platform(Platform.system())
        .handler(handler)
        .build();
  }

  private static List<String> deliver(SqsConsumer<?> consumer) {
    TestContext context = new TestContext(Clock.systemUTC(), Duration.ofMinutes(15));
    return consumer
        .handle(SqsEvents.of(Shop.message("m-1", "O-1")), context)
        .getBatchItemFailures()
        .stream()
        .map(BatchItemFailure::getItemIdentifier)
        .toList();
  }

  private HandlerResult ship(Order order) {
    return HandlerResult.completed("shipment " + shop.ship(order));
  }

  @Test
  void aHandlerOfSeveralLeasesRunsOnceThoughItsMessageComesAgain() {
    CountDownLatch renewals = new CountDownLatch(7);
    Visibility counting =
        (changes, deadline) -> {
          visibility.change(changes, deadline);
          renewals.countDown();
        };
    SqsConsumer<Order> second =
        consumer(shop.store, (changes, deadline) -> {}, (order, delivery) -> ship(order));
    SqsConsumer<Order> first =
        consumer(
            shop.store,
            counting,
            (order, delivery) -> {
              renewals.await();
              return deliver(second).equals(List.of("m-1"))
                  ? ship(order)
                  : HandlerResult.fail("the copy was acknowledged");
            });

    assertThat(deliver(first)).isEmpty();

    assertThat(shop.shipped("O-1")).isEqualTo(1);
    assertThat(shop.record("O-1").attempt()).isEqualTo(1);
    assertThat(visibility.changes())
        .hasSizeGreaterThanOrEqualTo(7)
        .allSatisfy(change -> assertThat(change.after()).isPositive())
        .allSatisfy(change -> assertThat(change.after()).isLessThanOrEqualTo(LEASE.plus(MARGIN)));
  }

  @Test
  void aHandlerThatIsCutOffIsToldAndItsSuccessorsResultStands() {
    AtomicBoolean wasHeldAfterwards = new AtomicBoolean(true);
    SqsConsumer<Order> second = consumer(shop.store, visibility, (order, delivery) -> ship(order));
    SqsConsumer<Order> first =
        consumer(
            new CutOff(shop.store),
            visibility,
            (order, delivery) -> {
              while (!deliver(second).isEmpty()) {
                Thread.sleep(20);
              }
              wasHeldAfterwards.set(delivery.claim().isHeld());
              return HandlerResult.completed("late");
            });

    assertThat(deliver(first)).containsExactly("m-1");

    assertThat(wasHeldAfterwards).isFalse();
    IdempotencyRecord record = shop.record("O-1");
    assertThat(record.attempt()).isEqualTo(2);
    assertThat(record.status()).isEqualTo(Status.COMPLETED);
    assertThat(record.result().toString()).contains("shipment 1");
  }

  /** Nothing of a heartbeat reaches the store. */
  private static final class CutOff extends ForwardingStore {
    CutOff(IdempotencyStore store) {
      super(store);
    }

    @Override
    public WriteResult write(Write write) {
      if (write instanceof Write.Renew) {
        throw new StoreException(StoreException.Kind.UNREACHABLE, "Cut off", "Wait", null);
      }
      return super.write(write);
    }
  }
}
