package dev.effectivelyonce.benchmarks.meter;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** What stays alive on the heap. */
public final class LiveHeap {
  private LiveHeap() {}

  /** The bytes that are alive: what is left after a collection. */
  public static long bytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
