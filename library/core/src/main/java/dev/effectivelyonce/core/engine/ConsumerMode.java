package dev.effectivelyonce.core.engine;

/** The choice between running each event once and only showing what would be skipped. */
public enum ConsumerMode {
  /** Runs each event once. The default. */
  ENFORCE,
  /**
   * Claims and counts, but runs every delivery, as if the consumer were not there. It is for
   * retrofits: a delivery that would have been skipped is reported as {@link
   * Transition.Kind#WOULD_SKIP}. A message without a key is reported so too, and runs; only one
   * that can't be read at all does not.
   */
  OBSERVE
}
