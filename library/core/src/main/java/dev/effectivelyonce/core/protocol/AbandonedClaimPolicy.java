package dev.effectivelyonce.core.protocol;

/** The policy for an abandoned claim: one that lapsed before its attempt ended. */
public enum AbandonedClaimPolicy {
  /**
   * Lets the next attempt take over and run the handler again, so that the handler runs at least
   * once. Use it for effects that may be repeated, or that the handler makes harmless.
   */
  RERUN,
  /**
   * Makes the record UNKNOWN until an operator settles it, so that the handler runs at most once.
   * Use it for effects that must not be repeated. A claim whose handler threw an exception counts
   * as abandoned too, because the effect may have happened.
   */
  HOLD
}
