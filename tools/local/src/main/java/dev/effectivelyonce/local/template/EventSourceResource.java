package dev.effectivelyonce.local.template;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * A queue that triggers a function.
 *
 * @param maximumConcurrency absent when the template sets none
 */
public record EventSourceResource(
    QueueResource queue,
    CalledFunction function,
    int batchSize,
    Duration batchingWindow,
    OptionalInt maximumConcurrency,
    BatchReporting reporting)
    implements Trigger {

  /** How the function's response is read. */
  public enum BatchReporting {
    /** The response names the messages that failed. */
    ITEM_FAILURES,
    /** The response is not read: an invocation that returns has handled its whole batch. */
    WHOLE_BATCH
  }

  /** The same with another queue. */
  EventSourceResource with(QueueResource other) {
    return new EventSourceResource(
        other, function, batchSize, batchingWindow, maximumConcurrency, reporting);
  }
}
