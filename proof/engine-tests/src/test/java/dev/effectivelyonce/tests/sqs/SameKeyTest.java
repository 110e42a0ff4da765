package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.fifo;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Copies of one event within a batch. */
class SameKeyTest {
  private final Bench bench = new Bench();

  @Test
  void oneCopyRunsAndTheOthersAreAcknowledgedWithIt() {
    assertThat(bench.failed(copies())).isEmpty();

    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.store.calls(Verb.CLAIM)).isEqualTo(1);
  }

  @Test
  void theSameMessageTwiceInABatchRunsOnce() {
    SqsRecord message = standard("a", "order-1");

    assertThat(bench.failed(message, message)).isEmpty();

    assertThat(bench.ran()).containsExactly("order-1");
  }

  @Test
  void copiesFollowARetryableFailureAndComeBackWithIt() {
    bench.on("order-1", HandlerResult.retryAfter(Duration.ofSeconds(9), "busy"));

    assertThat(bench.failed(copies())).containsExactly("a", "b", "c");

    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.visibility.after("c")).contains(Duration.ofSeconds(9));
  }

  @Test
  void copiesFollowARetryableFailureOnTheLastReceiveTooAndDoNotRun() {
    bench.on("order-1", HandlerResult.retry("busy"));
    SqsRecord last = standard("a", "order-1").receiveCount(Bench.MAX_RECEIVES);

    assertThat(bench.failed(last, standard("b", "order-1"))).containsExactly("a", "b");

    assertThat(bench.ran()).containsExactly("order-1");
  }

  @Test
  void copiesFollowAPermanentFailureToTheDeadLetterQueue() {
    bench.on("order-1", HandlerResult.fail("no such article"));

    assertThat(bench.failed(copies())).containsExactly("a", "b", "c");

    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.visibility.after("c")).contains(Duration.ZERO);
  }

  @Test
  void copiesFollowAHeldOne() {
    bench.on("order-1", Throwing.checked());
    SqsConsumer<Order> consumer =
        bench.consumer().onAbandonedClaim(AbandonedClaimPolicy.HOLD).build();

    assertThat(bench.failed(consumer, copies())).containsExactly("a", "b", "c");

    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.status("order-1")).contains(Status.UNKNOWN);
  }

  @Test
  void aCopyWithAnotherFingerprintIsRefusedAndTheOthersFollowTheFirst() {
    SqsConsumer<Order> consumer =
        bench
            .consumer(Bench.orders().fingerprint(order -> Fingerprint.of(order.amountCents())))
            .build();
    SqsRecord[] batch = copies();
    batch[1] = batch[1].body(Order.json("order-1", 1));

    assertThat(bench.failed(consumer, batch)).containsExactly("b");

    assertThat(bench.ran()).containsExactly("order-1");
    assertThat(bench.visibility.after("b")).contains(Duration.ZERO);
  }

  @Test
  void copiesInOneMessageGroupRunOnceAndTheGroupGoesOn() {
    assertThat(
            bench.failed(
                fifo("1", "A", "order-1"), fifo("2", "A", "order-1"), fifo("3", "A", "order-2")))
        .isEmpty();

    assertThat(bench.ran()).containsExactly("order-1", "order-2");
  }

  @Test
  void twoEventsUnderOneMessageIdAreReportedOnceIfEitherFails() {
    bench.on("order-1", HandlerResult.fail("no"));

    assertThat(bench.failed(standard("same", "order-1"), standard("same", "order-2")))
        .containsExactly("same");

    assertThat(bench.ran()).containsExactlyInAnyOrder("order-1", "order-2");
  }

  @Test
  void twoFailuresUnderOneMessageIdAreReportedOnce() {
    bench.on("order-1", HandlerResult.fail("no")).on("order-2", HandlerResult.fail("no"));

    assertThat(bench.failed(standard("same", "order-1"), standard("same", "order-2")))
        .containsExactly("same");
  }

  private static SqsRecord[] copies() {
    return new SqsRecord[] {
      standard("a", "order-1"), standard("b", "order-1"), standard("c", "order-1")
    };
  }
}
