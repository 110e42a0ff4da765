package dev.effectivelyonce.kafka;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.DyingProcess;
import dev.effectivelyonce.testkit.DyingProcess.Moment;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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

  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();

  @Test
  void whateverCallAProcessDiesAtEachEventHappensOnceAndPoisonIsParkedUnderOneId() {
    for (PartitionLanes lanes : PartitionLanes.values()) {
      for (int call = 1; call <= 20; call++) {
        died(lanes, DyingProcess.at(call, Moment.BEFORE));
        died(lanes, DyingProcess.at(call, Moment.AFTER));
      }
    }
  }

  private void died(PartitionLanes lanes, DyingProcess first) {
    KafkaBench bench = new KafkaBench();
    bench.lanes = lanes;
    effects.clear();
    Map<Integer, Integer> next = new HashMap<>(Map.of(0, 0, 1, 0));
    DyingProcess process = first;
    while (!batch(next).isEmpty()) {
      Map<String, Long> reported =
          bench.reported(consumer(bench, process), batch(next).toArray(TopicRecord[]::new));
      // The answer of a process that died does not arrive.
      if (!process.isDead()) {
        next.replaceAll((partition, offset) -> from(partition, reported));
      }
      bench.clock.advance(KafkaBench.TIMEOUT.plus(KafkaBench.LEASE_MARGIN).plusMillis(1));
      process = DyingProcess.never();
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

  private KafkaConsumer<?> consumer(KafkaBench bench, DyingProcess process) {
    return bench
        .with(KafkaConsumer.of(KafkaBench.shipments()))
        .store(process.store(bench.memory))
        .parking(process.parking(bench.parking))
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
}
