package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Receives every transition, for logs and metrics. It is called on the thread of the delivery, by
 * many threads at once. An exception that it throws is logged and has no other effect.
 */
@FunctionalInterface
public interface TransitionObserver {
  /** Receives a transition. */
  void onTransition(Transition transition);

  /**
   * Writes the data that the observer has collected. Called when a batch is done and its
   * transitions were reported. Batches may run at once, so the data may contain parts of several.
   * Default: does nothing.
   */
  default void flush() {}

  /**
   * Called when the store did not write a group together, because it failed or left the group's
   * writes to be sent one by one. After a failure the further writes of the batch are sent one by
   * one. Default: does nothing.
   *
   * @param writes how many writes the group had
   */
  default void onUngrouped(ConsumerName consumer, int writes, Instant at) {}

  /** Called for a message that could not be read. Default: does nothing. */
  default void onUnreadable(UnreadMessage message) {}

  /**
   * Called when messages of a batch return to their queue to be delivered again. Default: does
   * nothing.
   *
   * @param sent when the oldest of them was sent
   */
  default void onReturned(ConsumerName consumer, Instant sent, Instant at) {}

  /** Called for a claim that the cache answered with a completed record. Default: does nothing. */
  default void onCacheHit(RecordId record, Instant at) {}

  /**
   * Called when a delivery begins. Returns the span of the delivery, which the delivery closes.
   * Default: it is not traced.
   *
   * @param owner the id of the attempt that the delivery makes or would make
   * @param message the message; empty if no source delivered one
   */
  default DeliverySpan onDelivery(
      ConsumerName consumer, RecordId record, AttemptId owner, Optional<TracedMessage> message) {
    return DeliverySpan.none();
  }

  /**
   * Called when a batch begins. Returns its span, which is entered on the thread of each lane.
   * Default: it is not traced.
   *
   * @param messages how many messages the batch has
   */
  default TraceSpan onBatch(ConsumerName consumer, int messages) {
    return TraceSpan.none();
  }

  /**
   * Returns an observer that calls this one, then the other, even if this one throws. If both
   * trace, only this one's spans are taken.
   */
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
      public DeliverySpan onDelivery(
          ConsumerName consumer,
          RecordId record,
          AttemptId owner,
          Optional<TracedMessage> message) {
        DeliverySpan span =
            GuardedSpan.ofDelivery(() -> first.onDelivery(consumer, record, owner, message));
        return span instanceof NoSpan ? other.onDelivery(consumer, record, owner, message) : span;
      }

      @Override
      public TraceSpan onBatch(ConsumerName consumer, int messages) {
        TraceSpan span = GuardedSpan.of(() -> first.onBatch(consumer, messages));
        return span instanceof NoSpan ? other.onBatch(consumer, messages) : span;
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
