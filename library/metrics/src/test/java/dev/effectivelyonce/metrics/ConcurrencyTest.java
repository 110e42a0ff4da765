package dev.effectivelyonce.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Transition.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many batches in one environment, each of which writes what all have counted. */
class ConcurrencyTest {
  private static final int THREADS = 64;
  private static final int BATCHES = 40;
  private static final int MESSAGES = 25;

  private final Lines lines = new Lines();
  private final MetricsObserver metrics = new MetricsObserver("orders-dev", lines);

  @Test
  void noCountIsLostOrDoubled() throws InterruptedException, ExecutionException {
    CyclicBarrier together = new CyclicBarrier(THREADS);
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        running.add(
            threads.submit(
                () -> {
                  together.await();
                  batches();
                  return true;
                }));
      }
    }
    for (Future<?> each : running) {
      each.get();
    }

    long all = (long) THREADS * BATCHES * MESSAGES;
    assertThat(lines.sum("dedup.miss")).isEqualTo(all);
    assertThat(lines.sum("executed")).isEqualTo(all);
    assertThat(lines.values("claimLatency")).hasSize((int) all);
    assertThat(lines.values("attemptAge")).hasSize((int) all);
  }

  private void batches() {
    for (int batch = 0; batch < BATCHES; batch++) {
      for (int message = 0; message < MESSAGES; message++) {
        metrics.onTransition(Transitions.of(Kind.CLAIMED, message));
        metrics.onTransition(Transitions.held(Kind.EXECUTED, message));
      }
      metrics.flush();
    }
  }
}
