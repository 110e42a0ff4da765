package dev.effectivelyonce.tests.engine;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.record.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many threads with the same events at the same time. */
class HammeringTest {
  private static final int THREADS = 32;
  private static final int KEYS = 50;
  private static final int MOST_DELIVERIES = 300_000;

  private final Bench bench = new Bench(HOLD);
  private final Engine engine =
      bench.engine(bench.store, bench.clock, String::valueOf, transition -> {});
  private final Map<BusinessKey, Integer> effects = new ConcurrentHashMap<>();
  private final CyclicBarrier start = new CyclicBarrier(THREADS);

  @Test
  void eachEventHasItsEffectOnce() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Integer>> all =
          IntStream.range(0, THREADS)
              .<Callable<Integer>>mapToObj(i -> () -> deliverAll(i))
              .toList();
      int executed = 0;
      for (Future<Integer> one : threads.invokeAll(all)) {
        executed += one.get();
      }
      assertThat(executed).isEqualTo(KEYS);
    }

    assertThat(effects).hasSize(KEYS).allSatisfy((key, times) -> assertThat(times).isEqualTo(1));
    assertThat(bench.memory.records().values())
        .hasSize(KEYS)
        .allMatch(record -> record.status() == Status.COMPLETED);
  }

  /** Delivers every event in an order of its own until all are done; counts those it executed. */
  private int deliverAll(int seed) throws Exception {
    List<BusinessKey> open =
        new ArrayList<>(IntStream.range(0, KEYS).mapToObj(i -> BusinessKey.of("o-" + i)).toList());
    Collections.shuffle(open, new Random(seed));
    start.await();
    int executed = 0;
    for (int i = 0; i < MOST_DELIVERIES && !open.isEmpty(); i++) {
      BusinessKey key = open.removeFirst();
      Outcome outcome = engine.execute(request(key), this::handle);
      if (!outcome.isDone()) {
        open.add(key);
        Thread.onSpinWait();
      }
      executed += outcome instanceof Outcome.Executed ? 1 : 0;
    }
    return executed;
  }

  /** The first two attempts of each event find that nothing can be done yet. */
  private HandlerResult handle(Attempt attempt) {
    if (attempt.number() < 3) {
      return HandlerResult.retry("busy");
    }
    effects.merge(attempt.key(), 1, Integer::sum);
    return HandlerResult.completed("done");
  }

  private Request request(BusinessKey key) {
    Request plain = bench.request();
    return new Request(key, Optional.empty(), plain.stopAt(), plain.deadline(), plain.leaseUntil());
  }
}
