package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import java.util.List;
import java.util.Optional;

/**
 * Traces messages that are sent outside of a delivery: those of an outbox, and dead letters that
 * are replayed. It is called by many threads at once. An exception that it throws is logged and has
 * no other effect.
 */
public interface SendTracer {
  /**
   * Called before a request that sends messages of an outbox. Returns the span of the request,
   * which the publisher closes. Default: it is not traced.
   *
   * @param system the messaging system, by its name in OpenTelemetry's conventions, such as {@code
   *     aws.sqs}
   * @param destination the name of the queue or event bus
   * @param messages the messages of the request; the sender of each is the delivery that wrote it
   */
  default SendSpan onPublish(String system, String destination, List<OutboxMessage> messages) {
    return NoSpan.NONE;
  }

  /**
   * Called when a replay begins. Returns the span of this run, which is entered on the thread of
   * each letter. Default: it is not traced.
   *
   * @param consumer the consumer whose dead letters are replayed
   */
  default SendSpan onReplay(ConsumerName consumer) {
    return NoSpan.NONE;
  }

  /**
   * Called before a replay sends or deletes a dead letter. Returns the span of this letter, which
   * the replay closes. Default: it is not traced.
   *
   * @param consumer the consumer whose dead letter it is
   * @param record the id of its record; empty if it has no key
   * @param letter the dead letter; its sender is the span that sent the original message
   */
  default SendSpan onLetter(
      ConsumerName consumer, Optional<RecordId> record, TracedMessage letter) {
    return NoSpan.NONE;
  }

  /** Returns a tracer that traces nothing. */
  static SendTracer none() {
    return new SendTracer() {};
  }

  /**
   * Returns a tracer that does the same, but logs exceptions instead of throwing them. The library
   * calls this.
   */
  default SendTracer guarded() {
    SendTracer tracer = this;
    return new SendTracer() {
      @Override
      public SendSpan onPublish(String system, String destination, List<OutboxMessage> messages) {
        return GuardedSpan.ofSend(() -> tracer.onPublish(system, destination, messages));
      }

      @Override
      public SendSpan onReplay(ConsumerName consumer) {
        return GuardedSpan.ofSend(() -> tracer.onReplay(consumer));
      }

      @Override
      public SendSpan onLetter(
          ConsumerName consumer, Optional<RecordId> record, TracedMessage letter) {
        return GuardedSpan.ofSend(() -> tracer.onLetter(consumer, record, letter));
      }
    };
  }
}
