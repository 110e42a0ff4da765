package dev.effectivelyonce.cli.replay;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Ends a run on Ctrl-C as if it was interrupted: it gives back what it holds, and reports. */
public final class GracefulEnd {
  private static final int PATIENCE_SECONDS = 20;

  private GracefulEnd() {}

  /** Returns what the run returns, which sees Ctrl-C as an interrupt of its thread. */
  public static <T> T running(Supplier<T> run) {
    Thread runner = Thread.currentThread();
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook = Thread.ofPlatform().unstarted(() -> interruptAndWait(runner, ended));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return run.get();
    } finally {
      ended.countDown();
      remove(hook);
    }
  }

  private static void interruptAndWait(Thread runner, CountDownLatch ended) {
    runner.interrupt();
    try {
      boolean isOver = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      // Its report is written right after.
      if (isOver) {
        runner.join(TimeUnit.SECONDS.toMillis(1));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is what ended this run.
    }
  }
}
