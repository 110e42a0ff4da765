package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.fifo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Three message groups of three, with something wrong in the middle of the second. */
class FifoLanesTest {
  private final Bench bench = new Bench();

  @Test
  void everyGroupRunsInItsOrder() {
    assertThat(bench.failed(threeGroups(1))).isEmpty();

    assertThat(ranOf("A")).containsExactly("A1", "A2", "A3");
    assertThat(ranOf("B")).containsExactly("B1", "B2", "B3");
    assertThat(ranOf("C")).containsExactly("C1", "C2", "C3");
  }

  @Test
  void afterARetryableFailureTheRestOfItsGroupIsReportedAndNotRun() {
    bench.on("B2", HandlerResult.retry("busy"));

    assertThat(bench.failed(threeGroups(1))).containsExactly("m-B2", "m-B3");

    assertThat(ranOf("B")).containsExactly("B1", "B2");
    assertThat(bench.status("B3")).isEmpty();
    assertThat(ranOf("A")).hasSize(3);
    assertThat(ranOf("C")).hasSize(3);
  }

  @Test
  void theRestOfAGroupComesBackTogetherWithTheMessageThatItWaitsFor() {
    bench.on("B2", HandlerResult.retryAfter(Duration.ofSeconds(40), "busy"));

    bench.failed(threeGroups(1));

    assertThat(bench.visibility.after("m-B2")).contains(Duration.ofSeconds(40));
    assertThat(bench.visibility.after("m-B3")).contains(Duration.ofSeconds(40));
    assertThat(bench.visibility.changes()).hasSize(2);
  }

  @Test
  void anExceptionBlocksItsGroup() {
    bench.on("B2", Throwing.checked());

    assertThat(bench.failed(threeGroups(1))).containsExactly("m-B2", "m-B3");
  }

  @Test
  void afterAPermanentFailureTheGroupGoesOn() {
    bench.on("B2", HandlerResult.fail("no such account"));

    assertThat(bench.failed(threeGroups(1))).containsExactly("m-B2");

    assertThat(ranOf("B")).containsExactly("B1", "B2", "B3");
  }

  @Test
  void afterAMessageThatCantBeReadTheGroupGoesOn() {
    SqsRecord[] batch = threeGroups(1);
    batch[4] = batch[4].body("not json");

    assertThat(bench.failed(batch)).containsExactly("m-B2");

    assertThat(ranOf("B")).containsExactly("B1", "B3");
  }

  @Test
  void afterARetryableFailureOnTheLastReceiveTheGroupGoesOn() {
    bench.on("B2", HandlerResult.retry("busy"));

    assertThat(bench.failed(threeGroups(Bench.MAX_RECEIVES))).containsExactly("m-B2");

    assertThat(ranOf("B")).containsExactly("B1", "B2", "B3");
  }

  @Test
  void beforeTheLastReceiveTheGroupWaits() {
    bench.on("B2", HandlerResult.retry("busy"));

    assertThat(bench.failed(threeGroups(Bench.MAX_RECEIVES - 1))).containsExactly("m-B2", "m-B3");
  }

  @Test
  void aMessageInFlightBlocksItsGroup() {
    SqsConsumer<Order> consumer = bench.consumer().build();
    bench.on(
        "B2",
        (order, delivery) -> {
          assertThat(bench.failed(consumer, later("B2"), later("B3")))
              .containsExactly("later-B2", "later-B3");
          return HandlerResult.completed();
        });

    assertThat(bench.failed(consumer, threeGroups(1))).isEmpty();

    assertThat(ranOf("B")).containsExactly("B1", "B2", "B3");
    assertThat(bench.visibility.after("later-B3")).contains(Bench.LEASE);
  }

  @Test
  void anUnreachableStoreBlocksTheGroupThatItMeets() {
    bench.store.failNext(Verb.CLAIM, 1, StoreException.Kind.UNREACHABLE);

    assertThat(bench.failed(fifo("1", "A", "A1"), fifo("2", "A", "A2"))).containsExactly("1", "2");

    assertThat(bench.ran()).isEmpty();
  }

  @Test
  void anAttemptThatIsSupersededBlocksItsGroupAndLeavesItsMessagesAlone() {
    bench.store.beforeNext(
        Verb.COMPLETE,
        () -> {
          IdempotencyRecord mine = bench.record("A1").orElseThrow();
          bench.memory.hold(mine, new ErrorSummary("held"), mine.stamp());
        });

    assertThat(bench.failed(fifo("1", "A", "A1"), fifo("2", "A", "A2"))).containsExactly("1", "2");

    assertThat(bench.ran()).containsExactly("A1");
    assertThat(bench.status("A1")).contains(Status.UNKNOWN);
    assertThat(bench.visibility.changes()).isEmpty();
  }

  @Test
  void messagesWithoutAGroupOnAFifoQueueKeepTheirOrder() {
    bench.on("A2", HandlerResult.retry("busy"));
    SqsRecord[] batch =
        IntStream.rangeClosed(1, 3)
            .mapToObj(i -> SqsRecord.of(Bench.FIFO, "m" + i).body(Order.json("A" + i)))
            .toArray(SqsRecord[]::new);

    assertThat(bench.failed(batch)).containsExactly("m2", "m3");

    assertThat(bench.ran()).containsExactly("A1", "A2");
  }

  @Test
  void aGroupIdOnAStandardQueueMakesNoLane() {
    bench.on("A1", HandlerResult.retry("busy"));

    assertThat(
            bench.failed(
                Bench.standard("1", "A1").group("A"), Bench.standard("2", "A2").group("A")))
        .containsExactly("1");

    assertThat(bench.ran()).containsExactlyInAnyOrder("A1", "A2");
  }

  private static SqsRecord later(String order) {
    return fifo("later-" + order, "B", order);
  }

  private static SqsRecord[] threeGroups(int receiveCount) {
    return Stream.of("A", "B", "C")
        .flatMap(
            group ->
                IntStream.rangeClosed(1, 3).mapToObj(i -> fifo("m-" + group + i, group, group + i)))
        .map(record -> record.receiveCount(receiveCount))
        .toArray(SqsRecord[]::new);
  }

  private List<String> ranOf(String group) {
    return bench.ran().stream().filter(order -> order.startsWith(group)).toList();
  }
}
