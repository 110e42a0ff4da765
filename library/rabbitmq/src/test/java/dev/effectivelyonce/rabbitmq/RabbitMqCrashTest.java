package dev.effectivelyonce.rabbitmq;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.DyingProcess;
import dev.effectivelyonce.testkit.DyingProcess.Moment;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A process that dies at each of its calls, before or after it is carried out. Lambda returns the
 * whole batch to its queue then, and delivers it again.
 */
class RabbitMqCrashTest {
  private static final QueuedMessage[] BATCH =
      Stream.of("good", "poison", "other", "good", "last", "bane")
          .map(QueuedMessage::order)
          .toArray(QueuedMessage[]::new);

  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();

  @Test
  void whateverCallAProcessDiesAtEachEventHappensOnceAndPoisonIsParkedUnderOneId() {
    for (QueueLanes lanes : QueueLanes.values()) {
      for (int call = 1; call <= 20; call++) {
        died(lanes, DyingProcess.at(call, Moment.BEFORE));
        died(lanes, DyingProcess.at(call, Moment.AFTER));
      }
    }
  }

  private void died(QueueLanes lanes, DyingProcess first) {
    RabbitMqBench bench = new RabbitMqBench();
    bench.lanes = lanes;
    effects.clear();
    DyingProcess process = first;
    boolean isDone = false;
    while (!isDone) {
      // Whatever a process that died would have answered does not arrive.
      isDone = bench.unfinished(consumer(bench, process), BATCH).isEmpty() && !process.isDead();
      bench.clock.advance(RabbitMqBench.TIMEOUT.plus(RabbitMqBench.LEASE_MARGIN).plusMillis(1));
      process = DyingProcess.never();
    }
    assertThat(effects.keySet()).containsExactlyInAnyOrder("good", "other", "last");
    assertThat(effects).allSatisfy((id, times) -> assertThat(times).hasValue(1));
    // What was parked before an answer was lost is parked again, under the same id.
    assertThat(bench.parked().stream().collect(groupingBy(ParkedMessage::id)).values())
        .hasSize(2)
        .allSatisfy(copies -> assertThat(copies).hasSizeLessThanOrEqualTo(2));
    assertThat(bench.status("poison")).contains(Status.FAILED);
    assertThat(bench.status("bane")).contains(Status.FAILED);
  }

  private RabbitMqConsumer<?> consumer(RabbitMqBench bench, DyingProcess process) {
    return bench
        .with(RabbitMqConsumer.of(RabbitMqBench.orders()))
        .store(process.store(bench.memory))
        .parking(process.parking(bench.parking))
        .handler(
            (order, delivery) ->
                List.of("poison", "bane").contains(order.id())
                    ? HandlerResult.fail("never")
                    : HandlerResult.commit(InMemoryEffects.of(() -> happened(order.id()))))
        .build();
  }

  private void happened(String id) {
    effects.computeIfAbsent(id, ignored -> new AtomicInteger()).incrementAndGet();
  }
}
