package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Instant;

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

  /**
   * Takes note that the store left a group of writes to be sent one by one, or failed it as a
   * whole, after which further writes of its batch go one by one. Default: nothing.
   *
   * @param writes how many the group had
   */
  default void ungrouped(ConsumerName consumer, int writes, Instant at) {}

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
      public void ungrouped(ConsumerName consumer, int writes, Instant at) {
        try {
          first.ungrouped(consumer, writes, at);
        } finally {
          other.ungrouped(consumer, writes, at);
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
