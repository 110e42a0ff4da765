package dev.effectivelyonce.core.engine;

/**
 * The mode of a consumer: whether it runs each event once, or only reports the deliveries that it
 * would skip.
 */
public enum ConsumerMode {
  /** Runs each event once. The default. */
  ENFORCE,
  /**
   * Claims and counts, but runs every delivery as if the consumer were not there. Use it to add the
   * consumer to an existing service: a delivery that would have been skipped is reported as {@link
   * Transition.Kind#WOULD_SKIP}. A message without a key is reported in the same way and runs. Only
   * a message that can't be read at all does not run.
   */
  OBSERVE
}
