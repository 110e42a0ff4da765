package dev.effectivelyonce.core.handler;

/** The code that has the effect. */
@FunctionalInterface
public interface Handler {
  /**
   * Carries out the effect, while this attempt holds the claim.
   *
   * @throws Exception for an outcome that it does not know: run again under {@code RERUN}, held
   *     under {@code HOLD}
   */
  HandlerResult handle(Attempt attempt) throws Exception;
}
