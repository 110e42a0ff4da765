package dev.effectivelyonce.core.engine;

import java.util.concurrent.atomic.AtomicInteger;

/** How many lanes of a batch are at work. Safe for use by many threads. */
public final class LanesAtWork {
  private final AtomicInteger left;
  private final int atOnce;

  /**
   * Lanes of which none has ended.
   *
   * @param lanes how many there are
   * @param atOnce how many of them run at once, at most
   */
  public LanesAtWork(int lanes, int atOnce) {
    this.left = new AtomicInteger(lanes);
    this.atOnce = atOnce;
  }

  /** One of them has ended. */
  public void ended() {
    left.decrementAndGet();
  }

  /** How many run now, or are about to. */
  int count() {
    return Math.min(left.get(), atOnce);
  }
}
