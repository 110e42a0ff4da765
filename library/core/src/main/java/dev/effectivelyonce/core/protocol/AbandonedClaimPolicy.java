package dev.effectivelyonce.core.protocol;

/** The policy for a claim whose lease lapsed before its attempt ended. */
public enum AbandonedClaimPolicy {
  /**
   * Lets the next attempt take over and run the handler again: at least once. Use it for effects
   * that may repeat, or that the handler makes harmless.
   */
  RERUN,
  /**
   * Makes the record UNKNOWN until an operator settles it: at most once. Use it for effects that
   * must not repeat. A handler's exception counts as abandoned too, since the effect may have
   * happened.
   */
  HOLD
}
