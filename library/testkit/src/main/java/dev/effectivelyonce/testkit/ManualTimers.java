package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.engine.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Timers that a test moves together with its clock. Tasks run on the thread that moves the timers,
 * one after the other, each when the clock is at its time. A test of a handler with a heartbeat
 * thus simulates hours in a moment, and runs the same way each time. Safe for use by many threads.
 */
public final class ManualTimers implements Timers {
  private record Task(Instant due, Runnable action) {}

  private final ManualClock clock;
  private final List<Task> tasks = new ArrayList<>();

  /** Creates timers with this clock, without any tasks. */
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
   * Moves the clock forward and runs each task that becomes due. A test that moves only the clock
   * simulates a frozen process: its tasks run late, at the next call of this method.
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

  /** Returns the number of tasks that have not run yet. */
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
