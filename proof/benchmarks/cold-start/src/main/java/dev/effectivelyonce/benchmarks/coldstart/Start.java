package dev.effectivelyonce.benchmarks.coldstart;

import java.time.Duration;

/**
 * One cold start.
 *
 * @param initialized from the start of the process until it asked for its first event
 * @param answered from the start of the process until its first answer
 * @param cpu what the process used of the CPU until then
 */
record Start(Duration initialized, Duration answered, Duration cpu) {
  /** From the first event to its answer. */
  Duration invocation() {
    return answered.minus(initialized);
  }
}
