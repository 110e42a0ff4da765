package dev.effectivelyonce.local.template;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * A queue that triggers a function.
 *
 * @param invokedFunctionArn the function's, with the alias that the mapping names
 * @param maximumConcurrency absent when the template sets none
 */
public record EventSourceResource(
    String logicalId,
    QueueResource queue,
    FunctionResource function,
    String invokedFunctionArn,
    int batchSize,
    Duration batchingWindow,
    OptionalInt maximumConcurrency,
    BatchReporting reporting) {

  /** How the function's response is read. */
  public enum BatchReporting {
    /** The response names the messages that failed. */
    ITEM_FAILURES,
    /** The response is not read: an invocation that returns has handled its whole batch. */
    WHOLE_BATCH
  }

  /** The same between another queue and function. */
  EventSourceResource with(QueueResource otherQueue, FunctionResource otherFunction) {
    return new EventSourceResource(
        logicalId,
        otherQueue,
        otherFunction,
        invokedFunctionArn,
        batchSize,
        batchingWindow,
        maximumConcurrency,
        reporting);
  }
}
