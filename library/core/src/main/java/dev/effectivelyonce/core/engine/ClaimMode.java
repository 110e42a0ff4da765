package dev.effectivelyonce.core.engine;

/** The moment at which the record of an event is written. */
public enum ClaimMode {
  /**
   * Writes a claim before the handler runs, and the outcome after it. This fits every kind of
   * handler and is the default.
   */
  CLAIM_FIRST,
  /**
   * Writes the record once, completed, together with the handler's effects: one request instead of
   * two. Use it only for handlers that return all of their effects ({@link
   * dev.effectivelyonce.core.handler.HandlerResult#commit}). Without a claim, a handler may run
   * twice for one event, even at the same time, but the effects that it returns happen once. A
   * handler that throws, retries or fails runs again under a claim in the same delivery, as in
   * {@link #CLAIM_FIRST}.
   */
  SINGLE_SHOT
}
