package dev.effectivelyonce.core.handler;

import dev.effectivelyonce.core.steps.AttemptAbortedError;

/**
 * Answers whether an attempt may still count on its claim. It does so from memory and the local
 * clock, so that a handler can ask often: between the parts of long work, and before each effect
 * that is no step. Safe for use by many threads.
 */
public interface LiveClaim {
  /**
   * Returns whether no other attempt may run. That is so while the last written lease is live, less
   * the margin for clocks, no renewal was refused, and the attempt goes on. It may be false for a
   * while, then true again, if renewals were answered late.
   */
  boolean isHeld();

  /**
   * Returns if the claim is held. If not, the handler is stopped: even if it catches the error, no
   * further step begins. The delivery then ends as {@link AttemptAbortedError.Reason#SUPERSEDED} or
   * {@link AttemptAbortedError.Reason#LAPSED} says.
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
