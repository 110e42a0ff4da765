package dev.effectivelyonce.core.engine;

import java.util.concurrent.locks.LockSupport;

/** A lane on a thread of its own. */
final class WaitingLane {
  private WaitingLane() {}

  /** Starts it, and returns when it waits or has ended. */
  static Thread waiting(Runnable lane) {
    Thread thread = new Thread(lane);
    thread.setDaemon(true);
    thread.start();
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
      LockSupport.parkNanos(10_000);
    }
    return thread;
  }
}
