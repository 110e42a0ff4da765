package dev.effectivelyonce.kafka;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A process that dies at each of its calls, before or after it is carried out. Lambda delivers
 * again from the last answer that arrived, each partition from its own offset.
 */
class KafkaCrashTest {
  private static final List<List<String>> PARTITIONS =
      List.of(
          List.of("good", "poison", "other", "good", "last"),
          List.of("far", "bane", "good", "end"));

  /** The calls of a process to what outlives it. */
  private static final class Lifetime {
    private final AtomicInteger calls = new AtomicInteger();
    private final int dyingCall;
    private final boolean isDyingAfter;

    Lifetime(int dyingCall, boolean isDyingAfter) {
      this.dyingCall = dyingCall;
      this.isDyingAfter = isDyingAfter;
    }

    <T> T call(Supplier<T> call) {
      int number = calls.incrementAndGet();
      if (number > dyingCall || (number == dyingCall && !isDyingAfter)) {
        throw new IllegalStateException("dead");
      }
      T answer = call.get();
      if (number == dyingCall) {
        throw new IllegalStateException("dead");
      }
      return answer;
    }

    boolean isDead() {
      return calls.get() >= dyingCall;
    }
  }

  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();

  @Test
  void whateverCallAProcessDiesAtEachEventHappensOnceAndPoisonIsParkedUnderOneId() {
    for (PartitionLanes lanes : PartitionLanes.values()) {
      for (int call = 1; call <= 20; call++) {
        died(lanes, new Lifetime(call, false));
        died(lanes, new Lifetime(call, true));
      }
    }
  }

  private void died(PartitionLanes lanes, Lifetime first) {
    KafkaBench bench = new KafkaBench();
    bench.lanes = lanes;
    effects.clear();
    Map<Integer, Integer> next = new HashMap<>(Map.of(0, 0, 1, 0));
    Lifetime process = first;
    while (!batch(next).isEmpty()) {
      Map<String, Long> reported =
          bench.reported(consumer(bench, process), batch(next).toArray(TopicRecord[]::new));
      // The answer of a process that died does not arrive.
      if (!process.isDead()) {
        next.replaceAll((partition, offset) -> from(partition, reported));
      }
      bench.clock.advance(KafkaBench.TIMEOUT.plus(KafkaBench.LEASE_MARGIN).plusMillis(1));
      process = new Lifetime(Integer.MAX_VALUE, false);
    }
    assertThat(effects.keySet()).containsExactlyInAnyOrder("good", "other", "last", "far", "end");
    assertThat(effects).allSatisfy((id, times) -> assertThat(times).hasValue(1));
    // What was parked before an answer was lost is parked again, under the same id.
    assertThat(bench.parked().stream().collect(groupingBy(ParkedMessage::id)).values())
        .hasSize(2)
        .allSatisfy(copies -> assertThat(copies).hasSizeLessThanOrEqualTo(2));
    assertThat(bench.status("poison")).contains(Status.FAILED);
    assertThat(bench.status("bane")).contains(Status.FAILED);
  }

  private static int from(int partition, Map<String, Long> reported) {
    int end = PARTITIONS.get(partition).size();
    return reported.getOrDefault("shipments-" + partition, (long) end).intValue();
  }

  private static List<TopicRecord> batch(Map<Integer, Integer> next) {
    return next.keySet().stream()
        .sorted()
        .flatMap(
            partition ->
                IntStream.range(next.getOrDefault(partition, 0), PARTITIONS.get(partition).size())
                    .mapToObj(
                        at -> {
                          String id = PARTITIONS.get(partition).get(at);
                          return TopicRecord.shipment(at, "order of " + id, id)
                              .inPartition(partition);
                        }))
        .toList();
  }

  private KafkaConsumer<?> consumer(KafkaBench bench, Lifetime process) {
    return bench
        .with(KafkaConsumer.of(KafkaBench.shipments()))
        .store(store(bench.memory, process))
        .parking(
            (message, deadline) ->
                process.call(
                    () -> {
                      bench.park(message);
                      return true;
                    }))
        .handler(
            (shipment, delivery) ->
                List.of("poison", "bane").contains(shipment.id())
                    ? HandlerResult.fail("never")
                    : HandlerResult.commit(InMemoryEffects.of(() -> happened(shipment.id()))))
        .build();
  }

  private void happened(String id) {
    effects.computeIfAbsent(id, ignored -> new AtomicInteger()).incrementAndGet();
  }

  private static IdempotencyStore store(IdempotencyStore memory, Lifetime process) {
    return new ForwardingStore(memory) {
      @Override
      public WriteResult write(Write write) {
        return process.call(() -> super.write(write));
      }

      @Override
      public Optional<Transactions> transactions() {
        return memory.transactions().map(it -> commit -> process.call(() -> it.commit(commit)));
      }
    };
  }
}
