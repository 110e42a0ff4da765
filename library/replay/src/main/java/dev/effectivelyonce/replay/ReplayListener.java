package dev.effectivelyonce.replay;

/**
 * Receives a run's progress. Calls never overlap, and may come from any thread. An exception that
 * it throws is logged and has no other effect.
 */
@FunctionalInterface
public interface ReplayListener {
  /** A listener that does nothing. */
  ReplayListener NONE = (message, counts) -> {};

  /**
   * Called for each message that was examined.
   *
   * @param counts the counts of the run so far, including this message
   */
  void examined(Examined message, ReplayCounts counts);

  /** Returns a listener that calls this one and then another. */
  default ReplayListener and(ReplayListener other) {
    return (message, counts) -> {
      examined(message, counts);
      other.examined(message, counts);
    };
  }
}
