package dev.effectivelyonce.replay;

/**
 * Is told of a run's progress. Calls never overlap, and may come from any thread. What it throws is
 * logged and has no other effect.
 */
@FunctionalInterface
public interface ReplayListener {
  /** Hears nothing. */
  ReplayListener NONE = (message, counts) -> {};

  /**
   * A message was examined.
   *
   * @param counts of the run so far, this message included
   */
  void examined(Examined message, ReplayCounts counts);

  /** This listener and then another. */
  default ReplayListener and(ReplayListener other) {
    return (message, counts) -> {
      examined(message, counts);
      other.examined(message, counts);
    };
  }
}
