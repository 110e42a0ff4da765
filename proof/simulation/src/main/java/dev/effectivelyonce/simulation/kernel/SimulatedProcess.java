package dev.effectivelyonce.simulation.kernel;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * An operating system's process: threads that live and die together, and a clock that may be off.
 */
public final class SimulatedProcess {
  private enum State {
    RUNNING,
    FROZEN,
    DEAD
  }

  private final String name;
  private final Scheduler scheduler;
  private final ThreadFactory threads;
  private Duration skew;
  private final List<Runnable> held = new ArrayList<>();
  private State state = State.RUNNING;
  private int stepsLeft = Integer.MAX_VALUE;
  private Runnable atTheLast = () -> {};

  SimulatedProcess(String name, Scheduler scheduler, Duration skew) {
    this.name = name;
    this.scheduler = scheduler;
    this.skew = skew;
    this.threads = DeterministicThreads.on(this::runnable);
  }

  /** Its name, for the trace. */
  public String name() {
    return name;
  }

  /** Starts a thread. What it throws is a failure of the history. */
  public void start(Runnable task) {
    thread(task).start();
  }

  /** Makes such a thread, which is still to be started. */
  public Thread thread(Runnable task) {
    return threads.newThread(() -> guarded(task));
  }

  /** Ends it: none of its threads takes another step. */
  public void kill() {
    state = State.DEAD;
    held.clear();
    scheduler.forget(this);
  }

  /**
   * Does something, such as killing it, in place of a step of it that is still to come.
   *
   * @param steps how many steps it takes before
   */
  public void afterSteps(int steps, Runnable action) {
    stepsLeft = steps;
    atTheLast = action;
  }

  /** Takes {@link #afterSteps} back. */
  public void forgetSteps() {
    stepsLeft = Integer.MAX_VALUE;
  }

  /** Stops its threads where they stand, as Lambda does between invocations. Timers go on. */
  public void freeze() {
    if (state == State.RUNNING) {
      state = State.FROZEN;
    }
  }

  /** Lets frozen threads go on. */
  public void thaw() {
    if (state == State.FROZEN) {
      state = State.RUNNING;
      held.forEach(this::runnable);
      held.clear();
    }
  }

  /** Whether it was not killed. */
  public boolean isAlive() {
    return state != State.DEAD;
  }

  /** Its clock: the history's time, off by its skew. */
  public Clock clock() {
    InstantSource source = () -> scheduler.now().plus(skew);
    return source.withZone(ZoneOffset.UTC);
  }

  /** From now on its clock is off by so much. */
  public void clockStepsTo(Duration other) {
    skew = other;
  }

  private void runnable(Runnable step) {
    switch (state) {
      case RUNNING -> scheduler.add(this, step);
      case FROZEN -> held.add(step);
      case DEAD -> {}
    }
  }

  /** A step that was in line when its process froze waits with it. */
  void run(Runnable step) {
    if (stepsLeft == 0) {
      stepsLeft = Integer.MAX_VALUE;
      atTheLast.run();
    } else if (stepsLeft < Integer.MAX_VALUE) {
      stepsLeft--;
    }
    switch (state) {
      case RUNNING -> step.run();
      case FROZEN -> held.add(step);
      case DEAD -> {}
    }
  }

  private void guarded(Runnable task) {
    try {
      scheduler.mark();
      task.run();
    } catch (Throwable thrown) {
      scheduler.failed(this, thrown);
    }
  }
}
