package dev.effectivelyonce.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that is interrupted ends what it began, gives back the rest, and says so. */
class InterruptedRunTest {
  private static final ReplayRequest ALL = ReplayRequest.everything();

  private final ReplayBench bench = new ReplayBench();

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void anInterruptedRunGivesBackAndReports(ReplayQueue queue) {
    bench.letters("new", 25);
    bench.queues.beforeReceive(interruptOf(Thread.currentThread()));

    ReplayReport report = bench.replay(ALL, queue);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.end()).isEqualTo(RunEnd.INTERRUPTED);
    assertThat(report.remaining()).contains(25L);
    assertThat(bench.queues.visible()).hasSize(25);
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void aSendThatWasBegunBeforeAnInterruptIsFollowedByItsDelete(ReplayQueue queue) {
    bench.letters("new", 25);
    Runnable interrupt = interruptOf(Thread.currentThread());
    bench.queues.onSend(letter -> interrupt.run());

    ReplayReport report = bench.replay(ALL, queue);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.end()).isEqualTo(RunEnd.INTERRUPTED);
    assertThat(report.problem()).isEmpty();
    assertThat(report.counts().notDeleted()).isZero();
    assertThat(report.counts().replayed()).isBetween(1, 24).isEqualTo(bench.queues.sent().size());
    assertThat(bench.queues.deadLetters())
        .isEqualTo(bench.queues.visible())
        .hasSize(25 - report.counts().replayed());
  }

  @ParameterizedTest
  @MethodSource("dev.effectivelyonce.replay.ReplayBench#queues")
  void whoWaitsForATurnDoesNotKeepAnInterruptedRun(ReplayQueue queue) {
    bench.letters("new", 3);
    bench.duringPause(interruptOf(Thread.currentThread()));
    Instant start = bench.clock.instant();

    ReplayReport report = bench.replay(ALL.withRatePerSecond(0.01), queue);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(report.end()).isEqualTo(RunEnd.INTERRUPTED);
    assertThat(bench.clock.instant()).isEqualTo(start.plusSeconds(1));
    assertThat(bench.queues.visible()).hasSize(2);
  }

  /** An interrupt of a thread that waits for a run, whose run has heard of it at the end. */
  private static Runnable interruptOf(Thread caller) {
    AtomicBoolean isDone = new AtomicBoolean();
    return () -> {
      if (isDone.compareAndSet(false, true)) {
        caller.interrupt();
        while (caller.isInterrupted() || caller.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
      }
    };
  }
}
