package dev.effectivelyonce.tests.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.tests.storm.Copy.Fate;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One warm consumer under 64 invocations at once, in thousands of batches: no failure is lost, no
 * message is mixed up with another, and each event happens once.
 */
class ManyInvocationsTest {
  private static final long SEED = 20261121;
  private static final int ORDERS = 6_000;
  private static final int MOST_ORDERS = 70_000;
  private static final int GROUPS = 500;

  private final LongAdder executed = new LongAdder();
  private final LongAdder duplicates = new LongAdder();

  @Test
  void ofAStandardQueueLoseAndMixUpNothing() throws InterruptedException {
    rages(ORDERS, Traffic.standard(ORDERS, new Random(SEED)));
  }

  @Test
  void ofAFifoQueueLoseAndMixUpNothing() throws InterruptedException {
    rages(ORDERS, Traffic.fifo(ORDERS, GROUPS, new Random(SEED)));
  }

  @Test
  @Tag("full")
  void ofAStandardQueueLoseAndMixUpNothingInTenThousandBatches() throws InterruptedException {
    rages(MOST_ORDERS, Traffic.standard(MOST_ORDERS, new Random(SEED)));
  }

  @Test
  @Tag("full")
  void ofAFifoQueueLoseAndMixUpNothingInTenThousandBatches() throws InterruptedException {
    rages(MOST_ORDERS, Traffic.fifo(MOST_ORDERS, GROUPS, new Random(SEED)));
  }

  private void rages(int orders, Traffic traffic) throws InterruptedException {
    Storm storm = new Storm(orders, traffic);

    assertThat(storm.run(storm.warm(storm.store, this::count))).isEmpty();

    assertThat(storm.batches.sum()).isGreaterThan(orders / 7);
    assertThat(storm.deadLettered.sum()).isEqualTo(refused(orders));
    assertThat(executed.sum()).isEqualTo(orders - orders / 10);
    assertThat(duplicates.sum()).isEqualTo(storm.acknowledged.sum() - executed.sum());
  }

  private static long refused(int orders) {
    return IntStream.range(0, orders)
        .filter(order -> Fate.of(order) == Fate.REFUSED)
        .map(Copy::of)
        .sum();
  }

  private void count(Transition transition) {
    if (transition.kind() == Kind.EXECUTED) {
      executed.increment();
    } else if (transition.kind() == Kind.DUPLICATE) {
      duplicates.increment();
    }
  }
}
