package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.dynamodb.Shop.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.dynamodb.Shop.Order;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the field asks of an idempotent consumer, by its names, of the real consumer over DynamoDB
 * Local.
 */
class IdempotentConsumerTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private final Shop shop = new Shop(DYNAMO_DB);
  private final SqsConsumer<Order> consumer = shop.consumer((order, delivery) -> ship(order));

  @AfterEach
  void close() {
    shop.close();
  }

  private HandlerResult ship(Order order) {
    return HandlerResult.completed("shipment " + shop.ship(order));
  }

  @Nested
  class RepeatDelivery {
    @Test
    void ofTheSameMessageHasNoSecondEffect() {
      SqsRecord message = message("m-1", "O-1");
      assertThat(shop.deliver(consumer, message)).isEmpty();

      for (int receives = 2; receives < 5; receives++) {
        assertThat(shop.deliver(consumer, message.receiveCount(receives))).isEmpty();
      }

      assertThat(shop.shipped("O-1")).isEqualTo(1);
    }

    @Test
    void underAnotherMessageIdAsAfterARedriveHasNoSecondEffect() {
      shop.deliver(consumer, message("m-1", "O-1"));

      assertThat(shop.deliver(consumer, message("m-2", "O-1"))).isEmpty();

      assertThat(shop.shipped("O-1")).isEqualTo(1);
    }

    @Test
    void twiceInOneBatchHasNoSecondEffect() {
      assertThat(shop.deliver(consumer, message("m-1", "O-1"), message("m-2", "O-1"))).isEmpty();

      assertThat(shop.shipped("O-1")).isEqualTo(1);
    }

    @Test
    void inAnotherEnvironmentOfTheFunctionHasNoSecondEffect() {
      shop.deliver(consumer, message("m-1", "O-1"));
      SqsConsumer<Order> other = shop.consumer((order, delivery) -> ship(order));

      assertThat(shop.deliver(other, message("m-1", "O-1"))).isEmpty();

      assertThat(shop.shipped("O-1")).isEqualTo(1);
    }
  }

  @Nested
  class SameResultOnTheDuplicate {
    @Test
    void theFirstResultStaysAndTheDuplicateIsAcknowledgedLikeTheFirst() {
      List<String> first = shop.deliver(consumer, message("m-1", "O-1"));
      IdempotencyRecord before = shop.record("O-1");

      List<String> duplicate = shop.deliver(consumer, message("m-2", "O-1"));

      assertThat(duplicate).isEqualTo(first);
      assertThat(shop.record("O-1")).isEqualTo(before);
      assertThat(before.result()).isEqualTo(new StoredResult.Text("\"shipment 1\""));
    }
  }

  @Nested
  class FailureThenRetry {
    @Test
    void afterARetryableFailureTheNextDeliveryRuns() {
      SqsConsumer<Order> busyAtFirst =
          shop.consumer(
              (order, delivery) ->
                  delivery.attempt().isFirst() ? HandlerResult.retry("busy") : ship(order));

      assertThat(shop.deliver(busyAtFirst, message("m-1", "O-1"))).containsExactly("m-1");
      assertThat(shop.deliver(busyAtFirst, message("m-1", "O-1"))).isEmpty();

      assertThat(shop.shipped("O-1")).isEqualTo(1);
    }

    @Test
    void afterAnExceptionTheNextDeliveryRuns() {
      SqsConsumer<Order> brokenAtFirst =
          shop.consumer(
              (order, delivery) -> {
                if (delivery.attempt().isFirst()) {
                  throw new IllegalStateException("broken");
                }
                return ship(order);
              });

      assertThat(shop.deliver(brokenAtFirst, message("m-1", "O-1"))).containsExactly("m-1");
      assertThat(shop.deliver(brokenAtFirst, message("m-1", "O-1"))).isEmpty();

      assertThat(shop.shipped("O-1")).isEqualTo(1);
    }

    @Test
    void afterAPermanentFailureNothingRunsAgain() {
      SqsConsumer<Order> refusing =
          shop.consumer(
              (order, delivery) -> {
                shop.ship(order);
                return HandlerResult.fail("unknown address");
              });

      assertThat(shop.deliver(refusing, message("m-1", "O-1"))).containsExactly("m-1");
      assertThat(shop.deliver(refusing, message("m-1", "O-1"))).containsExactly("m-1");

      assertThat(shop.shipped("O-1")).isEqualTo(1);
    }
  }

  @Nested
  class ConcurrentDuplicates {
    @Test
    void inManyInvocationsHaveOneEffect() throws Exception {
      int invocations = 16;
      CyclicBarrier together = new CyclicBarrier(invocations);
      try (ExecutorService threads = Executors.newFixedThreadPool(invocations)) {
        List<Future<List<String>>> answers = new ArrayList<>();
        for (int i = 0; i < invocations; i++) {
          SqsRecord copy = message("m-" + i, "O-1");
          answers.add(
              threads.submit(
                  () -> {
                    together.await();
                    return shop.deliver(consumer, copy);
                  }));
        }
        for (Future<List<String>> answer : answers) {
          assertThat(answer.get()).hasSizeLessThanOrEqualTo(1);
        }
      }

      assertThat(shop.shipped("O-1")).isEqualTo(1);
      assertThat(shop.record("O-1").status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void whileTheFirstStillRunsAreKeptForLater() {
      List<String> meanwhile = new ArrayList<>();
      SqsConsumer<Order> slow =
          shop.consumer(
              (order, delivery) -> {
                meanwhile.addAll(shop.deliver(consumer, message("m-2", "O-1")));
                return ship(order);
              });

      assertThat(shop.deliver(slow, message("m-1", "O-1"))).isEmpty();

      assertThat(meanwhile).containsExactly("m-2");
      assertThat(shop.deliver(consumer, message("m-2", "O-1"))).isEmpty();
      assertThat(shop.shipped("O-1")).isEqualTo(1);
    }
  }

  @Nested
  class DifferentMessagesAreNotDeduplicated {
    @Test
    void everyOrderIsShipped() {
      SqsRecord[] batch =
          IntStream.range(0, 100)
              .mapToObj(i -> message("m-" + i, "O-" + i))
              .toArray(SqsRecord[]::new);

      assertThat(shop.deliver(consumer, batch)).isEmpty();

      assertThat(shop.shippedOrders()).isEqualTo(100);
      assertThat(IntStream.range(0, 100)).allMatch(i -> shop.shipped("O-" + i) == 1);
    }

    @Test
    void keysThatDifferInOneCharacterAreTwo() {
      shop.deliver(consumer, message("m-1", "O-1"), message("m-2", "O-1 "), message("m-3", "o-1"));

      assertThat(shop.shippedOrders()).isEqualTo(3);
    }
  }

  @Nested
  class Chaos {
    private final FaultyStore dying = new FaultyStore(shop.store);

    @Test
    void aCrashBetweenEffectAndCompletionRunsAgainUnderRerun() {
      crashBetweenEffectAndCompletion(RERUN);

      assertThat(shop.deliver(consumer, message("m-1", "O-1"))).isEmpty();

      assertThat(shop.shipped("O-1")).isEqualTo(2);
      assertThat(shop.record("O-1").attempt()).isEqualTo(2);
    }

    @Test
    void aCrashBetweenEffectAndCompletionIsHeldUnderHold() {
      crashBetweenEffectAndCompletion(HOLD);
      SqsConsumer<Order> next = shop.consumer(HOLD, shop.store, (order, delivery) -> ship(order));

      assertThat(shop.deliver(next, message("m-1", "O-1"))).containsExactly("m-1");

      assertThat(shop.shipped("O-1")).isEqualTo(1);
      assertThat(shop.record("O-1").status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void withAnswersLostAndRequestsThrottledNothingIsLostAndNothingRunsTwice() {
      Random random = new Random(20261121);
      List<SqsRecord> waiting = new ArrayList<>();
      IntStream.range(0, 30).forEach(i -> waiting.add(message("m-" + i, "O-" + i % 20)));
      for (int round = 0; round < 50 && !waiting.isEmpty(); round++) {
        SqsRecord[] batch =
            waiting.subList(0, Math.min(10, waiting.size())).toArray(SqsRecord[]::new);
        IntStream.range(0, 8).forEach(i -> spoil(random));
        List<String> failed = shop.deliver(consumer, batch);
        List<SqsRecord> again =
            List.of(batch).stream()
                .filter(record -> failed.contains(record.toMessage().getMessageId()))
                .toList();
        waiting.subList(0, batch.length).clear();
        waiting.addAll(again);
        shop.clock.advance(Shop.LEASE);
      }

      assertThat(waiting).isEmpty();
      assertThat(shop.shippedOrders()).isEqualTo(20);
      assertThat(IntStream.range(0, 20)).allMatch(i -> shop.shipped("O-" + i) == 1);
    }

    private void spoil(Random random) {
      switch (random.nextInt(6)) {
        case 0 -> shop.proxy.loseNextAnswer();
        case 1 ->
            shop.proxy.answerNext(1, 400, "ProvisionedThroughputExceededException", "slow down");
        case 2 -> shop.proxy.answerNext(1, 500, "InternalServerError", "broken");
        default -> shop.proxy.passNext(1);
      }
    }

    /** The process ends when it would have written the completion. */
    private void crashBetweenEffectAndCompletion(AbandonedClaimPolicy policy) {
      dying.beforeNext(
          Verb.COMPLETE,
          () -> {
            throw new InternalError("the process died");
          });
      assertThatExceptionOfType(UnsoundProcessError.class)
          .isThrownBy(
              () ->
                  shop.deliver(
                      shop.consumer(policy, dying, (order, delivery) -> ship(order)),
                      message("m-1", "O-1")));
      assertThat(shop.record("O-1").status()).isEqualTo(Status.INPROGRESS);
      shop.clock.advance(Shop.LEASE);
    }
  }
}
