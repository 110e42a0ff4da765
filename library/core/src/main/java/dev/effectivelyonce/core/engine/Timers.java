package dev.effectivelyonce.core.engine;

import java.time.Duration;

/** Runs tasks later. Safe for use by many threads. */
@FunctionalInterface
public interface Timers {
  /** A scheduled task. */
  @FunctionalInterface
  interface Timer {
    /**
     * Cancels the task if it has not begun. A task that has begun goes on, and this method does not
     * wait for it.
     */
    void cancel();
  }

  /** Runs the task once, after approximately the delay. A slow task does not delay others. */
  Timer after(Duration delay, Runnable task);

  /**
   * Returns the real timers: the JDK's timer, which starts with the first task, and a thread for
   * each task that is due. It is no virtual one, since handlers that compute may keep all of the
   * threads that carry those for longer than a lease. If no thread is free, the timer's own runs
   * the task, which delays others.
   */
  static Timers system() {
    return new SystemTimers(Thread.ofPlatform().daemon().name("heartbeat").factory());
  }
}
