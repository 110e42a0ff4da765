package dev.effectivelyonce.local.eventsource;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Message groups that are in an invocation; a group is in one at a time. */
final class GroupLocks {
  private final Set<String> taken = new HashSet<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();

  /** Waits until none of the groups is in an invocation, then takes them all at once. */
  void take(Set<String> groups) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (groups.stream().anyMatch(taken::contains)) {
        released.await();
      }
      taken.addAll(groups);
    } finally {
      lock.unlock();
    }
  }

  void release(Collection<String> groups) {
    lock.lock();
    try {
      taken.removeAll(groups);
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
