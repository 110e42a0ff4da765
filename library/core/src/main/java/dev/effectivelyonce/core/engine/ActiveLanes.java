package dev.effectivelyonce.core.engine;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many lanes of a batch are at work, and how many of these are away: busy for a time that
 * nobody knows, in a handler or a call. The others are about to write to the store, to leave, or to
 * end. Safe for use by many threads.
 */
public final class ActiveLanes {
  private final AtomicInteger left;
  private final AtomicInteger away = new AtomicInteger();
  private final int atOnce;
  private volatile Runnable whenFewer = () -> {};

  /**
   * Lanes of which none has ended.
   *
   * @param lanes how many there are
   * @param atOnce how many of them run at once, at most
   */
  public ActiveLanes(int lanes, int atOnce) {
    this.left = new AtomicInteger(lanes);
    this.atOnce = Math.min(lanes, atOnce);
  }

  /** One of them has ended. */
  public void ended() {
    left.decrementAndGet();
    whenFewer.run();
  }

  /** One of them is away until the absence is closed. */
  public Absence leave() {
    away.incrementAndGet();
    whenFewer.run();
    return away::decrementAndGet;
  }

  /** Is run whenever fewer are about to write. */
  void whenFewer(Runnable action) {
    whenFewer = action;
  }

  /** How many run at once, at most. */
  int atOnce() {
    return atOnce;
  }

  /** How many run now, or are about to. */
  int count() {
    return Math.min(left.get(), atOnce);
  }

  /** How many of them are away. */
  int away() {
    return away.get();
  }

  /** The time that a lane is away. */
  @FunctionalInterface
  public interface Absence extends AutoCloseable {
    @Override
    void close();
  }
}
