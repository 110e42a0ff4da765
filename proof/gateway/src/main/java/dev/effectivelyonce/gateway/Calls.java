package dev.effectivelyonce.gateway;

/**
 * How many calls came, and how many of them went wrong.
 *
 * @param all of every kind, but for those of the ledger
 * @param refused before anything happened
 * @param cut without an answer, after it happened
 * @param late answered later than a caller waits, after it happened
 */
public record Calls(int all, int refused, int cut, int late) {
  /** The share of calls that went wrong, from 0 to 1. */
  public double faulty() {
    return all == 0 ? 0 : (refused + cut + late) / (double) all;
  }
}
