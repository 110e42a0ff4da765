package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each outcome of one standard message: acknowledged or failed, and when it comes back. */
class OutcomesToSqsTest {
  private static final SqsRecord MESSAGE = standard("m", "order-1");

  private final Bench bench = new Bench();

  @Test
  void anExecutedMessageIsAcknowledged() {
    assertThat(bench.failed(MESSAGE)).isEmpty();

    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.status("order-1")).contains(Status.COMPLETED);
    assertThat(bench.visibility.changes()).isEmpty();
  }

  @Test
  void aMessageInFlightComesBackWhenTheLeaseLapses() {
    SqsConsumer<Order> consumer = bench.consumer().build();
    bench.on(
        "order-1",
        (order, delivery) -> {
          bench.clock.advance(Duration.ofSeconds(12));
          assertThat(bench.failed(consumer, MESSAGE.id("copy"))).containsExactly("copy");
          return HandlerResult.completed();
        });

    assertThat(bench.failed(consumer, MESSAGE)).isEmpty();

    assertThat(bench.ran()).hasSize(1);
    assertThat(bench.visibility.after("copy")).contains(Bench.LEASE.minus(Duration.ofSeconds(12)));
  }

  @Test
  void aRetryableFailureComesBackByBackoffAndRunsAgain() {
    bench.on("order-1", HandlerResult.retry("gateway busy"));

    assertThat(bench.failed(MESSAGE)).containsExactly("m");

    assertThat(bench.status("order-1")).contains(Status.RETRYABLE);
    assertThat(bench.visibility.after("m")).contains(Duration.ofSeconds(1));

    bench.on("order-1", HandlerResult.completed());
    assertThat(bench.failed(MESSAGE.receiveCount(2))).isEmpty();
    assertThat(bench.ran()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "4, 8", "9, 150", "2147483647, 150"})
  void theBackoffDoublesWithEachReceive(int receiveCount, long expectedSeconds) {
    bench.on("order-1", HandlerResult.retry("gateway busy"));

    bench.failed(
        bench.consumer().backoff(Backoff.standard()).build(), MESSAGE.receiveCount(receiveCount));

    assertThat(bench.visibility.after("m")).contains(Duration.ofSeconds(expectedSeconds));
  }

  @Test
  void aHandlersOwnDelayCountsWhereItIsLongerThanTheBackoff() {
    bench.on("order-1", HandlerResult.retryAfter(Duration.ofMinutes(7), "closed until then"));

    bench.failed(MESSAGE);

    assertThat(bench.visibility.after("m")).contains(Duration.ofMinutes(7));

    bench.on("order-1", HandlerResult.retryAfter(Duration.ofSeconds(5), "busy"));
    bench.failed(MESSAGE.receiveCount(4));

    assertThat(bench.visibility.after("m")).contains(Duration.ofSeconds(8));
  }

  @Test
  void anExceptionUnderHoldWaitsForAnOperatorInTheDeadLetterQueue() {
    SqsConsumer<Order> consumer =
        bench.consumer().onAbandonedClaim(AbandonedClaimPolicy.HOLD).build();
    bench.on("order-1", Throwing.checked());

    assertThat(bench.failed(consumer, MESSAGE)).containsExactly("m");
    assertThat(bench.failed(consumer, MESSAGE.receiveCount(2))).containsExactly("m");

    assertThat(bench.ran()).hasSize(1);
    assertThat(bench.status("order-1")).contains(Status.UNKNOWN);
    assertThat(bench.visibility.changes())
        .extracting(change -> change.after())
        .containsExactly(Duration.ZERO, Duration.ZERO);
  }

  @Test
  void aPermanentFailureGoesToTheDeadLetterQueueAtOnceAndNeverRunsAgain() {
    bench.on("order-1", HandlerResult.fail("unknown article"));

    assertThat(bench.failed(MESSAGE)).containsExactly("m");
    assertThat(bench.failed(MESSAGE.receiveCount(2))).containsExactly("m");

    assertThat(bench.ran()).hasSize(1);
    assertThat(bench.status("order-1")).contains(Status.FAILED);
    assertThat(bench.visibility.changes())
        .extracting(change -> change.after())
        .containsExactly(Duration.ZERO, Duration.ZERO);
  }

  @Test
  void aKeyReusedWithAnotherPayloadGoesToTheDeadLetterQueueAndDoesNotRun() {
    SqsConsumer<Order> consumer =
        bench
            .consumer(Bench.orders().fingerprint(order -> Fingerprint.of(order.amountCents())))
            .build();
    bench.failed(consumer, MESSAGE);

    SqsRecord other = MESSAGE.id("other").body(Order.json("order-1", 999));
    assertThat(bench.failed(consumer, other)).containsExactly("other");

    assertThat(bench.ran()).hasSize(1);
    assertThat(bench.status("order-1")).contains(Status.COMPLETED);
    assertThat(bench.visibility.after("other")).contains(Duration.ZERO);
  }

  @ParameterizedTest
  @EnumSource(StoreException.Kind.class)
  void theHandlerDoesNotRunWhileTheStoreCantBeUsed(StoreException.Kind fault) {
    bench.store.failNext(Verb.CLAIM, 1, fault);

    assertThat(bench.failed(MESSAGE.receiveCount(3))).containsExactly("m");

    assertThat(bench.ran()).isEmpty();
    assertThat(bench.visibility.after("m")).contains(Duration.ofSeconds(4));
  }

  @Test
  void aCompletionThatCantBeRecordedComesBackWhenItsLeaseLapses() {
    bench.store.failNext(Verb.COMPLETE, 1, StoreException.Kind.DENIED);

    assertThat(bench.failed(MESSAGE)).containsExactly("m");

    assertThat(bench.status("order-1")).contains(Status.INPROGRESS);
    assertThat(bench.visibility.after("m")).contains(Bench.LEASE);
  }

  @Test
  void aStoreThatAnswersJustBeforeTheEndDoesNotStartTheHandler() {
    bench.store.afterNext(
        Verb.CLAIM, () -> bench.clock.advance(Bench.TIMEOUT.minus(Duration.ofMillis(300))));

    assertThat(bench.failed(MESSAGE)).containsExactly("m");

    assertThat(bench.ran()).isEmpty();
    assertThat(bench.status("order-1")).contains(Status.RETRYABLE);
    assertThat(bench.visibility.after("m")).contains(Duration.ofSeconds(1));
  }

  @Test
  void aVisibilityThatThrowsDoesNotFailTheBatch() {
    bench.on("order-1", HandlerResult.fail("unknown article"));
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .visibility(
                (changes, deadline) -> {
                  throw new IllegalStateException("no client");
                })
            .build();

    assertThat(bench.failed(consumer, MESSAGE, standard("good", "order-2"))).containsExactly("m");
  }

  @Test
  void aBugAroundAMessageFailsThatMessageAlone() {
    bench.on("order-1", HandlerResult.retry("gateway busy"));
    Platform sound = bench.platform();
    RandomGenerator broken =
        () -> {
          throw new IllegalStateException("no chance");
        };
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .platform(new Platform(sound.clock(), sound.owners(), broken, sound.pause()))
            .build();

    assertThat(bench.failed(consumer, MESSAGE, standard("good", "order-2"))).containsExactly("m");

    assertThat(bench.visibility.changes()).isEmpty();
  }

  @Test
  void changesOfVisibilityLeaveTimeForTheAnswer() {
    bench.on("order-1", HandlerResult.fail("unknown article"));
    List<Boolean> inTime = new ArrayList<>();
    SqsConsumer<Order> consumer =
        bench
            .consumer()
            .visibility(
                (changes, deadline) -> inTime.add(deadline.isBefore(bench.context.deadline())))
            .build();

    bench.failed(consumer, MESSAGE);

    assertThat(inTime).containsExactly(true);
  }

  @Test
  void visibilityIsLeftAloneWhenTheInvocationIsAtItsEnd() {
    bench.on(
        "order-1",
        (order, delivery) -> {
          bench.clock.advance(Bench.TIMEOUT.minus(Duration.ofMillis(50)));
          return HandlerResult.fail("unknown article");
        });

    assertThat(bench.failed(MESSAGE)).containsExactly("m");

    assertThat(bench.visibility.changes()).isEmpty();
  }
}
