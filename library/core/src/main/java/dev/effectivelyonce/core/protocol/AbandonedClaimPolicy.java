package dev.effectivelyonce.core.protocol;

/** What happens to a claim whose lease lapsed before its attempt ended. */
public enum AbandonedClaimPolicy {
  /**
   * The next attempt takes over and the handler runs again: at least once. For effects that may
   * repeat, or that the handler makes harmless.
   */
  RERUN,
  /**
   * The record becomes UNKNOWN and waits for an operator: at most once. For effects that must not
   * repeat. A handler's exception counts as abandoned too, since the effect may have happened.
   */
  HOLD
}
