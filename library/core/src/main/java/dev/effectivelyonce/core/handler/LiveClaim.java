package dev.effectivelyonce.core.handler;

import dev.effectivelyonce.core.steps.AttemptAbortedError;

/**
 * Answers whether an attempt may still rely on its claim. The answer comes from memory and the
 * local clock, so a handler can ask often: between the parts of long work, and before each effect
 * that is not a step. Safe for use by many threads.
 */
public interface LiveClaim {
  /**
   * Returns whether the claim is held, so that no other attempt may run. The claim is held while
   * the last written lease, less the margin for clocks, is live, no renewal was refused, and the
   * attempt goes on. The result may be false for a while and then true again if renewals were
   * answered late.
   */
  boolean isHeld();

  /**
   * Returns normally if the claim is held, and stops the handler otherwise. Even if the handler
   * catches the error, no further step begins. The delivery then ends as described for {@link
   * AttemptAbortedError.Reason#SUPERSEDED} or {@link AttemptAbortedError.Reason#LAPSED}.
   *
   * @throws AttemptAbortedError if the claim is not held
   */
  void ensureHeld();

  /** Returns a claim that is always held, for a handler without one, or a test. */
  static LiveClaim always() {
    return new LiveClaim() {
      @Override
      public boolean isHeld() {
        return true;
      }

      @Override
      public void ensureHeld() {}
    };
  }
}
