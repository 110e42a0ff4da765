package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.TraceParent;
import java.util.Optional;

/** What traces say about the message of a delivery. It is read only if there is a trace. */
public interface TracedMessage {
  /** Returns the source's id of this copy; empty if it has none. */
  Optional<String> messageId();

  /**
   * Returns the id that a trace may show. Default: {@link #messageId()}. A source whose producers
   * choose the id returns none, because it may be the business key.
   */
  default Optional<String> tracedId() {
    return messageId();
  }

  /**
   * Returns the messaging system by its name in OpenTelemetry's conventions, such as {@code
   * aws.sqs}. Default: empty.
   */
  default Optional<String> messagingSystem() {
    return Optional.empty();
  }

  /** Returns the name of the queue or topic. Default: empty. */
  default Optional<String> destination() {
    return Optional.empty();
  }

  /** Returns the trace in which the message was sent. Default: empty. */
  default Optional<TraceParent> sender() {
    return Optional.empty();
  }
}
