package dev.effectivelyonce.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

  private final List<String> trace = new ArrayList<>();

  @Test
  void aKilledProcessTakesNoFurtherStep() {
    Scheduler scheduler = new Scheduler(Choices.of(), START);
    SimulatedProcess victim = scheduler.process("victim", Duration.ZERO);
    victim.start(() -> sleep(scheduler, Duration.ofSeconds(2), "survived"));
    scheduler.at(START.plusSeconds(1), victim::kill);

    run(scheduler);

    assertThat(trace).isEmpty();
    assertThat(victim.isAlive()).isFalse();
  }

  @Test
  void aFrozenProcessGoesOnWhereItStood() {
    Scheduler scheduler = new Scheduler(Choices.of(), START);
    SimulatedProcess process = scheduler.process("frozen", Duration.ZERO);
    process.start(() -> sleep(scheduler, Duration.ofSeconds(2), "went on"));
    scheduler.at(START.plusSeconds(1), process::freeze);
    scheduler.at(START.plusSeconds(60), () -> trace.add("thaw"));
    scheduler.at(START.plusSeconds(60), process::thaw);

    run(scheduler);

    assertThat(trace).containsExactly("thaw", "went on");
  }

  @Test
  void aClockIsOffByItsProcessSkew() {
    Scheduler scheduler = new Scheduler(Choices.of(), START);

    assertThat(scheduler.process("late", Duration.ofSeconds(-3)).clock().instant())
        .isEqualTo(START.minusSeconds(3));
  }

  @Test
  void whatAThreadThrowsEndsTheHistory() {
    Scheduler scheduler = new Scheduler(Choices.of(), START);
    scheduler
        .process("broken", Duration.ZERO)
        .start(
            () -> {
              throw new IllegalArgumentException("a bug");
            });

    assertThatThrownBy(() -> run(scheduler))
        .hasMessageContaining("broken")
        .hasRootCauseMessage("a bug");
  }

  private void sleep(Scheduler scheduler, Duration duration, String then) {
    sleep(scheduler, duration);
    trace.add(then);
  }

  private static void sleep(Scheduler scheduler, Duration duration) {
    try {
      scheduler.sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(Scheduler scheduler) {
    while (scheduler.step()) {
      // Until nothing is left to do.
    }
  }

  /** Histories run side by side, and the JDK has locks that they share. */
  @Test
  void aMonitorThatAnotherThreadHoldsIsWaitedForWithinTheStep() throws InterruptedException {
    Scheduler scheduler = new Scheduler(Choices.ofSeed(1), START);
    Thread carrier = Thread.currentThread();
    Object shared = new Object();
    AtomicBoolean isOver = new AtomicBoolean();
    CountDownLatch held = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () -> {
                  synchronized (shared) {
                    held.countDown();
                    while (carrier.getState() != Thread.State.BLOCKED && !isOver.get()) {
                      Thread.onSpinWait();
                    }
                  }
                });
    held.await();
    AtomicBoolean entered = new AtomicBoolean();
    scheduler
        .process("p", Duration.ZERO)
        .start(
            () -> {
              synchronized (shared) {
                entered.set(true);
              }
            });

    scheduler.step();

    assertThat(entered).isTrue();
    isOver.set(true);
    holder.join();
  }
}
