package dev.effectivelyonce.core.engine;

/**
 * Is told of every transition, for logs and metrics. Called on the thread of the delivery, by many
 * threads at once. What it throws is logged and has no other effect.
 */
@FunctionalInterface
public interface TransitionObserver {
  /** Takes note of a transition. */
  void observe(Transition transition);

  /** An observer that tells this one, then the other, even if this one throws. */
  default TransitionObserver and(TransitionObserver other) {
    return transition -> {
      try {
        observe(transition);
      } finally {
        other.observe(transition);
      }
    };
  }
}
