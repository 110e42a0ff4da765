package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.CapturedLog;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsConsumerBuilder;
import dev.effectivelyonce.sqs.StoreWrites;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import dev.effectivelyonce.tests.engine.Groups;
import java.time.Instant;
import java.util.List;
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
    List<String> metrics = new CopyOnWriteArrayList<>();
    SqsConsumer<Order> consumer = asking().observer(counting(metrics)).build();

    do {
      assertThat(bench.failed(consumer, orders(10))).isEmpty();
    } while (groups.sizes.isEmpty());

    assertThat(groups.sizes).allMatch(size -> size <= 10);
    assertThat(metrics).isEmpty();
    assertThat(IntStream.range(0, 10)).allMatch(i -> isCompleted("order-" + i));
  }

  @Test
  void singleWritesAreASetting() {
    SqsConsumer<Order> consumer = asking().storeWrites(StoreWrites.SINGLE).build();

    assertThat(bench.failed(consumer, orders(10))).isEmpty();

    assertThat(groups.sizes).isEmpty();
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
  void whatAGroupCanNotTellGoesOneByOneIsCountedAndSaidOnce() {
    List<String> metrics = new CopyOnWriteArrayList<>();
    groups.canNotTell = true;
    SqsConsumer<Order> consumer = asking().observer(counting(metrics)).build();

    try (CapturedLog log = CapturedLog.of("dev.effectivelyonce")) {
      do {
        bench.failed(consumer, orders(10));
      } while (groups.sizes.size() < 2);

      assertThat(log.lines()).filteredOn(line -> line.contains("went one by one")).hasSize(1);
    }

    assertThat(bench.ran()).hasSize(10);
    assertThat(IntStream.range(0, 10)).allMatch(i -> isCompleted("order-" + i));
    assertThat(metrics)
        .containsExactlyInAnyOrderElementsOf(
            groups.sizes.stream().map(size -> "orders " + size).toList());
  }

  /** It asks about each delivery, so that the same batch can be handed over again. */
  private SqsConsumerBuilder<Order> asking() {
    return bench.consumer().completedCache(CompletedCache.off()).store(groups);
  }

  private static TransitionObserver counting(List<String> metrics) {
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {}

      @Override
      public void onUngrouped(ConsumerName consumer, int writes, Instant at) {
        metrics.add(consumer.value() + " " + writes);
      }
    };
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
}
