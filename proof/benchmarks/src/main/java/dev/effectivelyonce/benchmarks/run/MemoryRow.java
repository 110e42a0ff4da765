package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.subject.Contender;

/** The most that a batch kept alive on the heap, above what was there before and its messages. */
public record MemoryRow(Contender contender, int batchSize, long peakBytes) {
  /** For each message of the batch. */
  public double bytesPerMessage() {
    return (double) peakBytes / batchSize;
  }
}
