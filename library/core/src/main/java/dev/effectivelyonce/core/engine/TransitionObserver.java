package dev.effectivelyonce.core.engine;

/**
 * Is told of every transition, for logs and metrics. Called on the thread of the delivery, by many
 * threads at once. What it throws is logged and has no other effect.
 */
@FunctionalInterface
public interface TransitionObserver {
  /** Takes note of a transition. */
  void observe(Transition transition);

  /**
   * The batch of the transitions told before is done: an observer that collects writes what it has.
   * Batches may run at once, so that it may be of several. Default: nothing.
   */
  default void flush() {}

  /** An observer that tells this one, then the other, even if this one throws. */
  default TransitionObserver and(TransitionObserver other) {
    TransitionObserver first = this;
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {
        try {
          first.observe(transition);
        } finally {
          other.observe(transition);
        }
      }

      @Override
      public void flush() {
        try {
          first.flush();
        } finally {
          other.flush();
        }
      }
    };
  }
}
