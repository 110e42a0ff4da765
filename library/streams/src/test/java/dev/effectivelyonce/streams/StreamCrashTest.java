package dev.effectivelyonce.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.DyingProcess;
import dev.effectivelyonce.testkit.DyingProcess.Moment;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A process that dies at each of its calls, before or after it is carried out. Lambda delivers
 * again from the last answer that arrived.
 */
class StreamCrashTest {
  private static final Map<String, String> CUSTOMERS =
      Map.of("good", "c", "poison", "c", "other", "d", "last", "e");
  private static final List<String> EVENTS = List.of("good", "poison", "other", "good", "last");

  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();

  @Test
  void whateverCallAProcessDiesAtEachEventHappensOnceAndPoisonIsParkedUnderOneId() {
    for (PartitionLanes lanes : PartitionLanes.values()) {
      for (int call = 1; call <= 12; call++) {
        died(lanes, DyingProcess.at(call, Moment.BEFORE));
        died(lanes, DyingProcess.at(call, Moment.AFTER));
      }
    }
  }

  private void died(PartitionLanes lanes, DyingProcess first) {
    Bench bench = new Bench();
    bench.lanes = lanes;
    effects.clear();
    int next = 0;
    DyingProcess process = first;
    while (next < EVENTS.size()) {
      Optional<String> reported =
          bench.reported(consumer(bench, process), batch(next).toArray(String[]::new));
      // The answer of a process that died does not arrive.
      if (!process.isDead()) {
        next = reported.map(Integer::parseInt).orElse(EVENTS.size());
      }
      bench.clock.advance(Bench.TIMEOUT.plus(Bench.LEASE_MARGIN).plusMillis(1));
      process = DyingProcess.never();
    }
    assertThat(effects).hasSize(3).allSatisfy((id, times) -> assertThat(times).hasValue(1));
    assertThat(bench.parked()).isNotEmpty();
    assertThat(bench.parked().stream().map(it -> it.origin().id()).distinct()).hasSize(1);
    assertThat(bench.status("poison")).contains(Status.FAILED);
  }

  private static List<String> batch(int from) {
    return IntStream.range(from, EVENTS.size())
        .mapToObj(
            at -> Records.click(at, CUSTOMERS.getOrDefault(EVENTS.get(at), "none"), EVENTS.get(at)))
        .toList();
  }

  private StreamConsumer<?> consumer(Bench bench, DyingProcess process) {
    return bench
        .with(StreamConsumer.of(Bench.clicks()))
        .store(process.store(bench.memory))
        .parking(process.parking(bench.parking))
        .handler(
            (click, delivery) ->
                click.id().equals("poison")
                    ? HandlerResult.fail("never")
                    : HandlerResult.commit(InMemoryEffects.of(() -> happened(click.id()))))
        .build();
  }

  private void happened(String id) {
    effects.computeIfAbsent(id, ignored -> new AtomicInteger()).incrementAndGet();
  }
}
