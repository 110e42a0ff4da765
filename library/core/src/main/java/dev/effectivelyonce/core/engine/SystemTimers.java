package dev.effectivelyonce.core.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The JDK's timer, and a thread for each task that is due. */
record SystemTimers(ThreadFactory threads) implements Timers {
  @Override
  public Timer after(Duration delay, Runnable task) {
    CompletableFuture<Void> due =
        new CompletableFuture<Void>()
            .completeOnTimeout(null, delay.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<Void> ignored = due.thenRunAsync(task, this::start);
    // The timer is dropped too, and the task never begins.
    return () -> due.cancel(false);
  }

  private void start(Runnable task) {
    try {
      threads.newThread(task).start();
    } catch (OutOfMemoryError e) {
      // There is no free thread. Left out, a heartbeat would end its claim's lease, and a stop
      // would
      // wait for ever.
      task.run();
    }
  }
}
