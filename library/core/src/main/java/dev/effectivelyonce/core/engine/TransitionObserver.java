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
  void onTransition(Transition transition);

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
  default void onUngrouped(ConsumerName consumer, int writes, Instant at) {}

  /** Observes a message that could not be read. Default: nothing. */
  default void onUnreadable(UnreadMessage message) {}

  /**
   * Observes that a queue gets messages of a batch back, to deliver them again. Default: nothing.
   *
   * @param sent when the oldest of them was sent
   */
  default void onReturned(ConsumerName consumer, Instant sent, Instant at) {}

  /** Observes a claim that a window answered with a completed record. Default: nothing. */
  default void onCacheHit(RecordId record, Instant at) {}

  /** Returns an observer that calls this one, then the other, even if this one throws. */
  default TransitionObserver and(TransitionObserver other) {
    TransitionObserver first = this;
    return new TransitionObserver() {
      @Override
      public void onTransition(Transition transition) {
        both(observer -> observer.onTransition(transition));
      }

      @Override
      public void onUngrouped(ConsumerName consumer, int writes, Instant at) {
        both(observer -> observer.onUngrouped(consumer, writes, at));
      }

      @Override
      public void onUnreadable(UnreadMessage message) {
        both(observer -> observer.onUnreadable(message));
      }

      @Override
      public void onReturned(ConsumerName consumer, Instant sent, Instant at) {
        both(observer -> observer.onReturned(consumer, sent, at));
      }

      @Override
      public void onCacheHit(RecordId record, Instant at) {
        both(observer -> observer.onCacheHit(record, at));
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
