package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.window.RedeliveryWindow;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.StoreWrites;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the lanes of a batch write together, and that each still has its own outcome. On a busy
 * machine each lane may find the store free and write alone, so that a test which needs a group
 * hands over the batch again until there was one.
 */
class GroupedWritesTest {
  private final Bench bench = new Bench();
  private final Groups groups = new Groups(bench.memory);

  @Test
  void writesOfAllLanesGoTogether() {
    do {
      assertThat(failed(orders(10))).isEmpty();
    } while (groups.sizes().isEmpty());

    assertThat(groups.sizes()).allMatch(size -> size <= 10);
    assertThat(IntStream.range(0, 10)).allMatch(i -> isCompleted("order-" + i));
  }

  @Test
  void aMessageAloneWritesAlone() {
    assertThat(failed(orders(1))).isEmpty();

    assertThat(groups.sizes()).isEmpty();
    assertThat(isCompleted("order-0")).isTrue();
  }

  @Test
  void singleWritesAreASetting() {
    SqsConsumer<Order> consumer = asking().storeWrites(StoreWrites.SINGLE).build();

    assertThat(bench.failed(consumer, orders(10))).isEmpty();

    assertThat(groups.sizes()).isEmpty();
    assertThat(isCompleted("order-9")).isTrue();
  }

  @Test
  void aStoreWithoutGroupsWritesSingly() {
    assertThat(bench.failed(orders(10))).isEmpty();

    assertThat(isCompleted("order-9")).isTrue();
  }

  @Test
  void eachMessageHasItsOwnOutcome() {
    bench.on("order-1", HandlerResult.retry("busy")).on("order-2", HandlerResult.fail("refused"));
    failed(standard("m", "order-3"));

    assertThat(failed(orders(4))).containsExactly("m-1", "m-2");

    assertThat(bench.status("order-0")).contains(Status.COMPLETED);
    assertThat(bench.status("order-1")).contains(Status.RETRYABLE);
    assertThat(bench.status("order-2")).contains(Status.FAILED);
    assertThat(bench.ran()).containsOnlyOnce("order-3");
  }

  @Test
  void whatAGroupCanNotTellIsSentAlone() {
    groups.answering = (index, result, answers) -> answers.answer(index, Optional.empty());

    assertThat(failed(orders(10))).isEmpty();

    assertThat(bench.ran()).hasSize(10);
    assertThat(IntStream.range(0, 10)).allMatch(i -> isCompleted("order-" + i));
  }

  @Test
  void whatGoesOneByOneIsCountedAndSaidOnce() {
    List<String> metrics = new CopyOnWriteArrayList<>();
    groups.answering = (index, result, answers) -> answers.answer(index, Optional.empty());
    SqsConsumer<Order> consumer = asking().observer(counting(metrics)).build();

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      do {
        bench.failed(consumer, orders(10));
      } while (groups.sizes().size() < 2);

      assertThat(log.lines()).filteredOn(line -> line.contains("went one by one")).hasSize(1);
    }

    assertThat(metrics)
        .containsExactlyInAnyOrderElementsOf(
            groups.sizes().stream().map(size -> "orders " + size).toList());
  }

  @Test
  void whatGoesTogetherIsNotCounted() {
    List<String> metrics = new CopyOnWriteArrayList<>();
    SqsConsumer<Order> consumer = asking().observer(counting(metrics)).build();

    do {
      bench.failed(consumer, orders(10));
    } while (groups.sizes().isEmpty());

    assertThat(metrics).isEmpty();
  }

  /** It asks about each delivery, so that the same batch can be handed over again. */
  private SqsConsumerBuilder<Order> asking() {
    return bench.consumer().window(RedeliveryWindow.off()).store(groups);
  }

  private static TransitionObserver counting(List<String> metrics) {
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {}

      @Override
      public void ungrouped(ConsumerName consumer, int writes, Instant at) {
        metrics.add(consumer.value() + " " + writes);
      }
    };
  }

  @Test
  void aGroupWithoutAnAnswerFailsItsOwnMessagesAndGivesTheirClaimsBack() {
    groups.failNextClaims(unreachable());

    handleUntilOneFails();

    assertThat(IntStream.range(0, 10).mapToObj(i -> bench.status("order-" + i).orElseThrow()))
        .isSubsetOf(Status.RETRYABLE, Status.COMPLETED);
    assertThat(failed(orders(10))).isEmpty();
    assertThat(bench.ran()).hasSize(10);
  }

  @Test
  void aBrokenStoreFailsMessagesAndNeverHangsTheBatch() {
    groups.failNextClaims(new AssertionError("a bug"));
    handleUntilOneFails();

    groups.answering =
        (index, result, answers) -> {
          if (index > 0) {
            answers.answer(index, result);
          }
        };
    handleUntilOneFails();
  }

  @Test
  void anEndWithoutAnAnswerIsSentAgainAfterAPause() {
    groups.failNextEnds(unreachable());

    assertThat(failed(orders(10))).isEmpty();

    assertThat(bench.clock.instant()).isAfter(ManualClock.START);
    assertThat(IntStream.range(0, 10)).allMatch(i -> isCompleted("order-" + i));
  }

  /** A lane on its own may write while the others do together, as on a busy machine. */
  @Test
  void aScriptedFailureMeetsOneWriteAlone() {
    Write.Complete grouped = completing("order-1");
    Write.Complete alone = completing("order-2");
    List<WriteResult> written = new CopyOnWriteArrayList<>();
    groups.answering = (index, result, answers) -> written.add(groups.write(alone));
    groups.failNextEnds(unreachable());

    assertThatThrownBy(() -> groups.write(List.of(grouped), (index, result) -> {}))
        .isInstanceOf(StoreException.class);

    assertThat(written).hasSize(1).allMatch(WriteResult.Written.class::isInstance);
  }

  private Write.Complete completing(String orderId) {
    Stamp stamp = Stamp.of(ManualClock.START, Duration.ofDays(19));
    RecordId id = RecordId.of(new ConsumerName("orders"), BusinessKey.of(orderId));
    Claim claim =
        new Claim(
            id,
            new Owner(orderId),
            ManualClock.START.plus(Bench.LEASE),
            stamp,
            Optional.empty(),
            Optional.empty());
    bench.memory.claim(claim);
    return new Write.Complete(IdempotencyRecord.claimed(claim), StoredResult.none(), stamp);
  }

  private void handleUntilOneFails() {
    while (failed(orders(10)).isEmpty()) {
      assertThat(bench.ran()).hasSizeLessThanOrEqualTo(10);
    }
  }

  private List<String> failed(SqsRecord... records) {
    return bench.failed(asking().build(), records);
  }

  private boolean isCompleted(String orderId) {
    return bench.status(orderId).filter(it -> it == Status.COMPLETED).isPresent();
  }

  private static SqsRecord[] orders(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> standard("m-" + i, "order-" + i))
        .toArray(SqsRecord[]::new);
  }

  private static StoreException unreachable() {
    return new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Try again", null);
  }
}
