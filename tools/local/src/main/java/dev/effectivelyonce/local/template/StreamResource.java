package dev.effectivelyonce.local.template;

import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.util.Set;

/**
 * A table whose stream triggers a function. Records are retried until the runner ends: locally none
 * is given up.
 *
 * @param invokedFunctionArn the function's, with the alias that the mapping names
 * @param eventNames the changes that the function gets
 */
public record StreamResource(
    String logicalId,
    TableResource table,
    FunctionResource function,
    String invokedFunctionArn,
    int batchSize,
    Set<String> eventNames,
    BatchReporting reporting) {
  /** The same with another function. */
  StreamResource with(FunctionResource otherFunction) {
    return new StreamResource(
        logicalId, table, otherFunction, invokedFunctionArn, batchSize, eventNames, reporting);
  }
}
