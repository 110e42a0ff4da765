package dev.effectivelyonce.local.template;

import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.util.Set;

/**
 * A table whose stream triggers a function. Records are retried until the runner ends: locally none
 * is given up.
 *
 * @param eventNames the changes that the function gets
 */
public record StreamResource(
    TableResource table,
    CalledFunction function,
    int batchSize,
    Set<String> eventNames,
    BatchReporting reporting)
    implements Trigger {}
