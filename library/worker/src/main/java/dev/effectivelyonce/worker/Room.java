package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.engine.Timers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The room that a process has for messages. Receivers take room before they ask for messages, so
 * that no message waits in a process that has no time for it. The bytes of messages are known only
 * once they are received, so the receives under way may exceed their limit.
 */
final class Room {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final int mostMessages;
  private final long mostBytes;
  private final Timers timers;
  private int asked;
  private int held;
  private long bytes;
  private boolean closed;

  Room(int mostMessages, long mostBytes, Timers timers) {
    this.mostMessages = mostMessages;
    this.mostBytes = mostBytes;
    this.timers = timers;
  }

  /** Waits until there is room, and takes some of it; 0 if the room was closed. */
  int take(int most) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && (asked + held >= mostMessages || bytes >= mostBytes)) {
        changed.await();
      }
      int taken = closed ? 0 : Math.min(most, mostMessages - asked - held);
      asked += taken;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Fills the room that was taken with the messages that came, and gives back the rest of it. */
  void fill(int taken, int messages, long theirBytes) {
    change(-taken, messages, theirBytes);
  }

  /** Gives back the room of a message. */
  void leave(long itsBytes) {
    change(0, -1, -itsBytes);
  }

  private void change(int ofAsked, int ofHeld, long ofBytes) {
    lock.lock();
    try {
      asked += ofAsked;
      held += ofHeld;
      bytes += ofBytes;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives no more room. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many messages are here. */
  int held() {
    lock.lock();
    try {
      return held;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no receiver waits for messages. */
  void awaitNothingAsked() {
    lock.lock();
    try {
      while (asked > 0) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all room is given back, and returns whether it was in time. */
  boolean awaitEmpty(Duration longest) throws InterruptedException {
    return await(() -> asked + held == 0, longest);
  }

  /** Waits until no message is here, and returns whether it was in time. */
  boolean awaitNothingHeld(Duration longest) throws InterruptedException {
    return await(() -> held == 0, longest);
  }

  private boolean await(BooleanSupplier condition, Duration longest) throws InterruptedException {
    lock.lockInterruptibly();
    AtomicBoolean isLate = new AtomicBoolean(longest.isZero());
    Timers.Timer late = isLate.get() ? () -> {} : timers.after(longest, () -> wake(isLate));
    try {
      while (!condition.getAsBoolean() && !isLate.get()) {
        changed.await();
      }
      return condition.getAsBoolean();
    } finally {
      lock.unlock();
      late.cancel();
    }
  }

  private void wake(AtomicBoolean isLate) {
    isLate.set(true);
    change(0, 0, 0);
  }
}
