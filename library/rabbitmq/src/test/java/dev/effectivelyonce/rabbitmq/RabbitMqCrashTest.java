package dev.effectivelyonce.rabbitmq;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ForwardingStore;
import dev.effectivelyonce.testkit.InMemoryEffects;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
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
    for (QueueLanes lanes : QueueLanes.values()) {
      for (int call = 1; call <= 20; call++) {
        died(lanes, new Lifetime(call, false));
        died(lanes, new Lifetime(call, true));
      }
    }
  }

  private void died(QueueLanes lanes, Lifetime first) {
    RabbitMqBench bench = new RabbitMqBench();
    bench.lanes = lanes;
    effects.clear();
    Lifetime process = first;
    boolean isDone = false;
    while (!isDone) {
      // Whatever a process that died would have answered does not arrive.
      isDone = bench.unfinished(consumer(bench, process), BATCH).isEmpty() && !process.isDead();
      bench.clock.advance(RabbitMqBench.TIMEOUT.plus(RabbitMqBench.LEASE_MARGIN).plusMillis(1));
      process = new Lifetime(Integer.MAX_VALUE, false);
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

  private RabbitMqConsumer<?> consumer(RabbitMqBench bench, Lifetime process) {
    return bench
        .with(RabbitMqConsumer.of(RabbitMqBench.orders()))
        .store(store(bench.memory, process))
        .parking(
            (message, deadline) ->
                process.call(
                    () -> {
                      bench.park(message);
                      return true;
                    }))
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
