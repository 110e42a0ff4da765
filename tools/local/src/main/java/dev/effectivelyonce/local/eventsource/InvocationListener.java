package dev.effectivelyonce.local.eventsource;

import java.util.List;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Hears what event sources do. It is called on their threads, so implementations are thread-safe
 * and quick.
 */
public interface InvocationListener {
  /** A listener that does nothing. */
  InvocationListener NONE = new InvocationListener() {};

  /** A batch is about to be given to a function. */
  default void starting(String functionName, List<Message> batch) {}

  /** An invocation has ended, however it ended. */
  default void ended(InvocationReport report) {}
}
