package dev.effectivelyonce.core.engine;

/** Whether a consumer keeps its promise, or only shows what it would do. */
public enum ConsumerMode {
  /** Each event runs once. The default. */
  ENFORCE,
  /**
   * Claims and counts, but runs every delivery, as if the consumer were not there. For retrofits:
   * what would have been skipped is told as {@link Transition.Kind#WOULD_SKIP}. So is a message
   * without a key, which runs too; only one that can't be read at all does not.
   */
  OBSERVE
}
