package dev.effectivelyonce.benchmarks.shares;

import dev.effectivelyonce.benchmarks.run.Row;
import dev.effectivelyonce.benchmarks.subject.Contender;

/**
 * What a contender came to in a cell.
 *
 * @param commit that it was measured at
 * @param millis the median of a batch
 */
record Figure(
    String commit,
    String engine,
    double cpu,
    int batchSize,
    String batch,
    Contender contender,
    double millis,
    double cpuMicrosPerMessage) {

  static Figure of(String commit, Cell cell, Row row) {
    return new Figure(
        commit,
        cell.engine().title(),
        cell.cpu(),
        cell.shape().batchSize(),
        cell.batch(),
        row.contender(),
        row.batchMillis(0.5),
        row.cpuMicrosPerMessage());
  }

  /** Processor time of a batch. */
  double cpuMillis() {
    return cpuMicrosPerMessage * batchSize / 1_000;
  }

  boolean isOf(String otherCommit, Cell cell) {
    return commit.equals(otherCommit)
        && engine.equals(cell.engine().title())
        && cpu == cell.cpu()
        && batch.equals(cell.batch());
  }
}
