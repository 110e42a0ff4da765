package dev.effectivelyonce.core.handler;

/** The code that handles an event. */
@FunctionalInterface
public interface Handler {
  /**
   * Handles the event while this attempt holds the claim.
   *
   * @throws Exception if the outcome is not known: the handler runs again under {@code RERUN}, and
   *     the record is held under {@code HOLD}
   */
  HandlerResult handle(Attempt attempt) throws Exception;
}
