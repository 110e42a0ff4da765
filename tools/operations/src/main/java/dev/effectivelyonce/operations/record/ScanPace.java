package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.operations.problem.OperationException;

/**
 * How a table is read as a whole.
 *
 * @param readUnitsPerSecond how much of the table's capacity is used, about
 * @param progress watches each page, called by one thread at a time
 */
public record ScanPace(double readUnitsPerSecond, Progress progress) {
  /**
   * @throws OperationException if the pace is not above zero
   */
  public ScanPace {
    if (!(readUnitsPerSecond > 0)) {
      throw OperationException.usage(
          "The read units per second are " + readUnitsPerSecond, "Give more than 0, such as 1000");
    }
  }

  /** Watches the reading of a table. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Says how far it is.
     *
     * @param total about how many records there are; 0: nobody knows
     */
    void read(Scanned soFar, long total);
  }
}
