package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.engine.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Timers that a test moves, with its clock: tasks run on the thread that moves them, one after the
 * other, each when the clock stands at its time. So a test of a handler with a heartbeat runs hours
 * in a moment, and the same each time. Safe for use by many threads.
 */
public final class ManualTimers implements Timers {
  private record Task(Instant due, Runnable action) {}

  private final ManualClock clock;
  private final List<Task> tasks = new ArrayList<>();

  /** Makes timers by this clock, without any task. */
  public ManualTimers(ManualClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized Timer after(Duration delay, Runnable task) {
    Task added = new Task(clock.instant().plus(delay), task);
    tasks.add(added);
    return () -> cancel(added);
  }

  /**
   * Moves the clock on, and runs each task whose time comes. A test that moves only the clock
   * simulates a process that stands still: its tasks run late, at the next call of this.
   */
  public void advance(Duration by) {
    Instant end = clock.instant().plus(by);
    Optional<Task> next = nextUntil(end);
    while (next.isPresent()) {
      moveTo(next.get().due());
      next.get().action().run();
      next = nextUntil(end);
    }
    moveTo(end);
  }

  /** Returns how many tasks are still to run. */
  public synchronized int pending() {
    return tasks.size();
  }

  private void moveTo(Instant time) {
    if (time.isAfter(clock.instant())) {
      clock.set(time);
    }
  }

  private synchronized Optional<Task> nextUntil(Instant end) {
    Optional<Task> next =
        tasks.stream().filter(it -> !it.due().isAfter(end)).min(Comparator.comparing(Task::due));
    next.ifPresent(tasks::remove);
    return next;
  }

  private synchronized void cancel(Task task) {
    tasks.remove(task);
  }
}
