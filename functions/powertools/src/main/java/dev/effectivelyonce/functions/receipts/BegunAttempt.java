package dev.effectivelyonce.functions.receipts;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.TransitionObserver;

/**
 * The number of the attempt that this thread has begun. Powertools does not tell a method which
 * attempt it is; faults that messages ask for need to know.
 */
final class BegunAttempt implements TransitionObserver {
  // Of this observer: a static one would mix those of two functions.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Integer> begun = ThreadLocal.withInitial(() -> 0);

  @Override
  public void onTransition(Transition transition) {
    switch (transition.kind()) {
      case CLAIMED, TAKEN_OVER -> begun.set(transition.attempt());
      default -> begun.remove();
    }
  }

  int number() {
    return begun.get();
  }
}
