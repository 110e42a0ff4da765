package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Observes every transition, for logs and metrics. Called on the thread of the delivery, by many
 * threads at once. What it throws is logged and has no other effect.
 */
@FunctionalInterface
public interface TransitionObserver {
  /** Observes a transition. */
  void observe(Transition transition);

  /**
   * Writes what the observer has collected: a batch is done, and its transitions were observed.
   * Batches may run at once, so that this may hold parts of several. Default: nothing.
   */
  default void flush() {}

  /**
   * Observes that the store did not write a group together: it left the group's writes to be sent
   * one by one, or failed. After a failure the further writes of the batch go one by one. Default:
   * nothing.
   *
   * @param writes how many the group had
   */
  default void ungrouped(ConsumerName consumer, int writes, Instant at) {}

  /** Observes a message that could not be read. Default: nothing. */
  default void unread(UnreadMessage message) {}

  /**
   * Observes that a queue gets messages of a batch back, to deliver them again. Default: nothing.
   *
   * @param sent when the oldest of them was sent
   */
  default void givenBack(ConsumerName consumer, Instant sent, Instant at) {}

  /** Observes a claim that a window answered with a completed record. Default: nothing. */
  default void windowHit(RecordId record, Instant at) {}

  /** Returns an observer that calls this one, then the other, even if this one throws. */
  default TransitionObserver and(TransitionObserver other) {
    TransitionObserver first = this;
    return new TransitionObserver() {
      @Override
      public void observe(Transition transition) {
        both(observer -> observer.observe(transition));
      }

      @Override
      public void ungrouped(ConsumerName consumer, int writes, Instant at) {
        both(observer -> observer.ungrouped(consumer, writes, at));
      }

      @Override
      public void unread(UnreadMessage message) {
        both(observer -> observer.unread(message));
      }

      @Override
      public void givenBack(ConsumerName consumer, Instant sent, Instant at) {
        both(observer -> observer.givenBack(consumer, sent, at));
      }

      @Override
      public void windowHit(RecordId record, Instant at) {
        both(observer -> observer.windowHit(record, at));
      }

      @Override
      public void flush() {
        both(TransitionObserver::flush);
      }

      private void both(Consumer<TransitionObserver> call) {
        try {
          call.accept(first);
        } finally {
          call.accept(other);
        }
      }
    };
  }
}
