package dev.effectivelyonce.core.engine;

/** When the record of an event is written. */
public enum ClaimMode {
  /**
   * Before the handler runs, and at its end again: a claim, and what became of it. For every kind
   * of handler. The default.
   */
  CLAIM_FIRST,
  /**
   * Once, completed, together with the handler's effects: one request instead of two. Only for
   * handlers whose every effect is among those that they return ({@link
   * dev.effectivelyonce.core.handler.HandlerResult#commit}): without a claim a handler may run
   * twice for one event, also at the same time, and what it returns happens once. Whatever is not a
   * straight commit goes the way of {@link #CLAIM_FIRST}: a handler that throws, retries or fails
   * runs again under a claim, in the same delivery.
   */
  SINGLE_SHOT
}
