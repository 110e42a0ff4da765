package dev.effectivelyonce.core.handler;

import dev.effectivelyonce.core.steps.HandlerStopped;

/**
 * Whether an attempt may still count on its claim. Answers from memory and the local clock, so that
 * a handler can ask as often as it likes: between the parts of long work, and before each effect
 * that is no step. Safe for use by many threads.
 */
public interface LiveClaim {
  /**
   * Whether no other attempt runs by right: the lease that was last written is live, less the
   * margin for clocks that differ, no renewal was refused, and the attempt has not ended. It may be
   * false for a while, and true again, where renewals were not answered in time.
   */
  boolean isHeld();

  /**
   * Returns if the claim is held. If not, the handler is stopped: whatever it does with that, no
   * further step begins. The delivery then ends as {@link HandlerStopped.Reason#SUPERSEDED} or
   * {@link HandlerStopped.Reason#LAPSED} says.
   *
   * @throws HandlerStopped if the claim is not held
   */
  void ensureHeld();

  /** Of a handler that runs whoever else does, or of a test: always held. */
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
