package dev.effectivelyonce.core.engine;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the lanes of a batch that are at work, and those of them that are away: busy for an
 * unknown time, in a handler or a call. The others are about to write to the store, to leave, or to
 * end. Safe for use by many threads.
 */
public final class ActiveLanes {
  private final AtomicInteger left;
  private final AtomicInteger away = new AtomicInteger();
  private final int atOnce;
  private volatile Runnable whenFewer = () -> {};

  /**
   * Begins with all lanes at work.
   *
   * @param lanes how many there are
   * @param atOnce how many of them run at once, at most
   */
  public ActiveLanes(int lanes, int atOnce) {
    this.left = new AtomicInteger(lanes);
    this.atOnce = Math.min(lanes, atOnce);
  }

  /** Counts a lane that has ended. */
  public void ended() {
    left.decrementAndGet();
    whenFewer.run();
  }

  /** Counts a lane as away until the absence is closed. */
  public Absence leave() {
    away.incrementAndGet();
    whenFewer.run();
    return away::decrementAndGet;
  }

  /** Sets the action that runs whenever fewer lanes are about to write. */
  void whenFewer(Runnable action) {
    whenFewer = action;
  }

  /** Returns how many run at once, at most. */
  int atOnce() {
    return atOnce;
  }

  /** Returns how many run now, or are about to. */
  int count() {
    return Math.min(left.get(), atOnce);
  }

  /** Returns how many of them are away. */
  int away() {
    return away.get();
  }

  /** The time for which a lane is away. */
  @FunctionalInterface
  public interface Absence extends AutoCloseable {
    @Override
    void close();
  }
}
