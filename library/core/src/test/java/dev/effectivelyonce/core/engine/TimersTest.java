package dev.effectivelyonce.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Timers.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TimersTest {
  private static final Duration SOON = Duration.ofMillis(30);
  private final Timers timers = Timers.system();

  @Test
  void aTaskRunsAfterItsDelay() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    long began = System.nanoTime();

    Timer ignored = timers.after(SOON, ran::countDown);

    ran.await();
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(SOON.toNanos());
  }

  @Test
  void aTaskRunsWhileHandlersComputeOnEveryCarrierOfVirtualThreads() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    AtomicBoolean isOver = new AtomicBoolean();
    for (int each = 0; each < Runtime.getRuntime().availableProcessors(); each++) {
      Thread.startVirtualThread(() -> computeUntil(isOver));
    }

    Timer ignored = timers.after(SOON, ran::countDown);

    boolean hasRun = ran.await(20, TimeUnit.SECONDS);
    isOver.set(true);
    assertThat(hasRun).isTrue();
  }

  private static void computeUntil(AtomicBoolean isOver) {
    while (!isOver.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aTaskThatTakesLongKeepsNoOtherWaiting() throws InterruptedException {
    CountDownLatch forever = new CountDownLatch(1);
    CountDownLatch ran = new CountDownLatch(1);
    Timer first = timers.after(Duration.ZERO, () -> awaitQuietly(forever));
    Timer second = timers.after(SOON, ran::countDown);

    assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
    forever.countDown();
    first.cancel();
    second.cancel();
  }

  @Test
  void aTaskThatIsCancelledDoesNotRun() throws InterruptedException {
    AtomicBoolean wasRun = cancelledInTime();
    CountDownLatch later = new CountDownLatch(1);

    Timer ignored = timers.after(SOON.multipliedBy(4), later::countDown);

    later.await();
    assertThat(wasRun).isFalse();
  }

  /** Tries again where a busy machine lets the task begin first: it then rightly goes on. */
  private AtomicBoolean cancelledInTime() {
    AtomicBoolean wasRun = new AtomicBoolean();
    long began = System.nanoTime();
    timers.after(SOON, () -> wasRun.set(true)).cancel();
    boolean isInTime = System.nanoTime() - began < SOON.toNanos();
    return isInTime ? wasRun : cancelledInTime();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aTaskRunsAllTheSameIfNoThreadIsFree() {
    Timers exhausted = new SystemTimers(ThreadThatCannotStart::new);
    CompletableFuture<Void> ran = new CompletableFuture<>();

    Timer unused = exhausted.after(Duration.ZERO, () -> ran.complete(null));

    assertThat(ran).succeedsWithin(Duration.ofMinutes(1));
  }

  /** As the JVM refuses a thread at the limit of its system. */
  private static final class ThreadThatCannotStart extends Thread {
    ThreadThatCannotStart(Runnable task) {
      super(task);
    }

    @Override
    public void start() {
      throw new OutOfMemoryError("unable to create native thread");
    }
  }
}
