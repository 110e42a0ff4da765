package dev.effectivelyonce.benchmarks.meter;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The most that stays alive on the heap while something runs: what is left after collections. */
public final class LiveHeap {
  private static final long PAUSE_MILLIS = 20;

  private LiveHeap() {}

  /** The peak of the live bytes above those before, while the work runs. */
  public static long peakBytes(Runnable work) {
    long before = bytes();
    CountDownLatch ended = new CountDownLatch(1);
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                work.run();
              } finally {
                ended.countDown();
              }
            });
    long peak = before;
    while (!ended(ended)) {
      peak = Math.max(peak, bytes());
    }
    return peak - before;
  }

  private static boolean ended(CountDownLatch latch) {
    try {
      return latch.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted while measuring", e);
    }
  }

  /** The bytes that are alive: what is left after a collection. */
  public static long bytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
