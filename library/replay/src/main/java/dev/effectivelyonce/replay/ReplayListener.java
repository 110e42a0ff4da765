package dev.effectivelyonce.replay;

/**
 * Observes a run's progress. Calls never overlap, and may come from any thread. What it throws is
 * logged and has no other effect.
 */
@FunctionalInterface
public interface ReplayListener {
  /** A listener that does nothing. */
  ReplayListener NONE = (message, counts) -> {};

  /**
   * Observes a message that was examined.
   *
   * @param counts of the run so far, this message included
   */
  void examined(Examined message, ReplayCounts counts);

  /** Returns a listener that calls this one, and then another. */
  default ReplayListener and(ReplayListener other) {
    return (message, counts) -> {
      examined(message, counts);
      other.examined(message, counts);
    };
  }
}
