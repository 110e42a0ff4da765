package dev.effectivelyonce.benchmarks.coldstart;

import java.time.Duration;

/**
 * One cold start.
 *
 * @param initialized from the start of the process until it asked for its first event
 * @param answered from the start of the process until its first answer
 * @param initializationCpu what the process used of the CPU until it asked
 * @param cpu what it used until its first answer
 */
record Start(Duration initialized, Duration answered, Duration initializationCpu, Duration cpu) {
  /** From the first event to its answer. */
  Duration invocation() {
    return answered.minus(initialized);
  }

  /** What the process used of the CPU meanwhile. */
  Duration invocationCpu() {
    return cpu.minus(initializationCpu);
  }
}
