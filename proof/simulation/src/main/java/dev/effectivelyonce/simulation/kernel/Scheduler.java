package dev.effectivelyonce.simulation.kernel;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Runs the threads of a history one step at a time: a step ends where its thread waits. Which of
 * the threads that can go on goes on is a choice. Time stands still while one can, then moves to
 * the next timer. For one platform thread.
 */
public final class Scheduler {
  /** A thread that can go on. */
  private record Step(SimulatedProcess process, Runnable continuation) {}

  /** Something that happens at a time; those of one time in the order in which they were set. */
  private record Timer(Instant at, long number, Runnable action) {}

  /** Whose a thread is. */
  private static final InheritableThreadLocal<Scheduler> HISTORY = new InheritableThreadLocal<>();

  private final Choices choices;
  private final List<Step> ready = new ArrayList<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparing(Timer::at).thenComparingLong(Timer::number));
  private Instant now;
  private final Thread carrier = Thread.currentThread();
  private long timersSet;
  private long steps;
  private volatile Optional<Throwable> failure = Optional.empty();

  /** A history that starts at the given time, and runs on the thread that makes it. */
  public Scheduler(Choices choices, Instant start) {
    this.choices = choices;
    this.now = start;
  }

  /**
   * A new process.
   *
   * @param skew how far its clock is ahead
   */
  public SimulatedProcess process(String name, Duration skew) {
    return new SimulatedProcess(name, this, skew);
  }

  /** The time of the history. */
  public Instant now() {
    return now;
  }

  /** A clock that shows it. */
  public Clock clock() {
    InstantSource source = this::now;
    return source.withZone(ZoneOffset.UTC);
  }

  /** How many steps were taken so far. */
  public long steps() {
    return steps;
  }

  /** Does something after a while, outside of all threads. */
  public void after(Duration delay, Runnable action) {
    at(now.plus(delay), action);
  }

  /** Does something at a time, outside of all threads; at once, if the time has passed. */
  public void at(Instant time, Runnable action) {
    timers.add(new Timer(time.isBefore(now) ? now : time, timersSet++, action));
  }

  /**
   * Waits, on a thread of a process. Even for no time at all, others may go first.
   *
   * @throws InterruptedException if the thread is interrupted before or while it waits
   */
  public void sleep(Duration duration) throws InterruptedException {
    Thread sleeper = Thread.currentThread();
    boolean[] due = {false};
    at(
        now.plus(duration),
        () -> {
          due[0] = true;
          LockSupport.unpark(sleeper);
        });
    while (!due[0]) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.park(this);
    }
  }

  /**
   * Waits, on a thread of a process, until something has happened, or until a time. Whoever makes
   * it happen unparks the thread.
   *
   * @return whether it happened
   * @throws IllegalStateException if the thread is interrupted: no one does that here
   */
  public boolean await(BooleanSupplier happened, Instant until) {
    Thread waiting = Thread.currentThread();
    at(until, () -> LockSupport.unpark(waiting));
    while (!happened.getAsBoolean() && now.isBefore(until)) {
      LockSupport.park(this);
      if (waiting.isInterrupted()) {
        throw new IllegalStateException("Interrupted");
      }
    }
    return happened.getAsBoolean();
  }

  /**
   * Waits, on a thread of a process, for something that is sure to happen. Whoever makes it happen
   * unparks the thread.
   */
  public void await(BooleanSupplier happened) {
    while (!happened.getAsBoolean()) {
      LockSupport.park(this);
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("Interrupted");
      }
    }
  }

  /**
   * Takes one step, or moves to the next timer.
   *
   * @return whether there was one: if not, every thread waits for another, or has ended
   * @throws IllegalStateException if a thread ended with an exception
   */
  public boolean step() {
    steps++;
    if (!ready.isEmpty()) {
      Step step = ready.remove(ready.size() == 1 ? 0 : choices.next(ready.size()));
      step.process().run(step.continuation());
    } else if (timers.isEmpty()) {
      return false;
    } else {
      Timer next = timers.remove();
      now = next.at();
      next.action().run();
    }
    failure.ifPresent(Scheduler::raise);
    return true;
  }

  void add(SimulatedProcess process, Runnable continuation) {
    Thread adding = Thread.currentThread();
    if (!adding.equals(carrier) && !isOfThisHistory(adding)) {
      failed(process, new IllegalStateException("Woken from outside of the history, by " + adding));
      return;
    }
    ready.add(new Step(process, continuation));
  }

  private boolean isOfThisHistory(Thread adding) {
    return adding.isVirtual() && HISTORY.get() == this;
  }

  /** Marks the current thread, and those that it starts, as threads of this history. */
  void mark() {
    HISTORY.set(this);
  }

  void forget(SimulatedProcess process) {
    ready.removeIf(step -> step.process() == process);
  }

  void failed(SimulatedProcess process, Throwable thrown) {
    failure =
        Optional.of(new IllegalStateException("A thread of " + process.name() + " failed", thrown));
  }

  private static void raise(Throwable thrown) {
    throw new IllegalStateException(thrown.getMessage(), thrown.getCause());
  }
}
