package dev.effectivelyonce.benchmarks.coldstart;

import java.util.Locale;

/** A function's memory, from which Lambda derives its share of the CPU. */
record MemorySize(int mebibytes) {
  /**
   * At this size a function has one CPU (Lambda's developer guide, "Memory and computing power").
   */
  private static final double ONE_CPU_MIB = 1769;

  double cpus() {
    return mebibytes / ONE_CPU_MIB;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,d MB, %.2f CPU", mebibytes, cpus());
  }
}
