package dev.effectivelyonce.tests.sqs;

import static dev.effectivelyonce.tests.sqs.Bench.fifo;
import static dev.effectivelyonce.tests.sqs.Bench.standard;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.testkit.sqs.SqsRecord;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What runs side by side, and that nothing is lost or mixed up by it. */
class ConcurrencyTest {
  private final Bench bench = new Bench();

  @Test
  void noMoreLanesRunAtOnceThanAllowed() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CyclicBarrier barrier = new CyclicBarrier(4);
    onAll(
        40,
        (order, delivery) -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          barrier.await(20, SECONDS);
          letMoreInIfTheyCan();
          running.decrementAndGet();
          return HandlerResult.completed();
        });

    assertThat(
            bench.failed(
                bench.consumer().concurrency(4).build(), orders(40).toArray(SqsRecord[]::new)))
        .isEmpty();

    assertThat(most).hasValueLessThanOrEqualTo(4);
    assertThat(bench.ran()).hasSize(40);
  }

  /** Without a limit, others would start meanwhile. */
  private static void letMoreInIfTheyCan() {
    LockSupport.parkNanos(5_000_000);
  }

  private void onAll(int orders, MessageHandler<Order> handler) {
    IntStream.range(0, orders).forEach(i -> bench.on("order-" + i, handler));
  }

  private static List<SqsRecord> orders(int count) {
    return IntStream.range(0, count).mapToObj(i -> standard("m-" + i, "order-" + i)).toList();
  }

  @Test
  void aSingleLaneRunsOnTheThreadOfItsInvocation() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    for (String order : List.of("order-1", "order-2")) {
      bench.on(
          order,
          (payload, delivery) -> {
            threads.add(Thread.currentThread());
            return HandlerResult.completed();
          });
    }

    assertThat(bench.failed(fifo("1", "A", "order-1"), fifo("2", "A", "order-2"))).isEmpty();

    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void noChangeOfVisibilityIsAskedForWhereNothingFailed() {
    Set<Integer> asked = ConcurrentHashMap.newKeySet();
    SqsConsumer<Order> consumer =
        bench.consumer().visibility((changes, deadline) -> asked.add(changes.size())).build();

    assertThat(bench.failed(consumer, standard("m", "order-1"))).isEmpty();

    assertThat(asked).isEmpty();
  }
}
