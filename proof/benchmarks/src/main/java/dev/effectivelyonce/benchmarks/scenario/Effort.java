package dev.effectivelyonce.benchmarks.scenario;

/**
 * How much is measured. In each round every subject handles its batches before the next round
 * begins: what the machine does meanwhile meets all alike.
 *
 * @param warmUpBatches that each subject handles before, unmeasured
 */
public record Effort(int warmUpBatches, int rounds, int batchesPerRound) {}
