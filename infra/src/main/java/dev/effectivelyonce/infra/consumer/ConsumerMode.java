package dev.effectivelyonce.infra.consumer;

/** What a consumer does with a message that it has seen before. */
public enum ConsumerMode {
  /** It is skipped: each business event runs once. */
  ENFORCE,
  /**
   * It runs again all the same: the consumer claims and counts, and the metric {@code wouldSkip}
   * says how many messages {@link #ENFORCE} would skip. For retrofits.
   */
  OBSERVE
}
