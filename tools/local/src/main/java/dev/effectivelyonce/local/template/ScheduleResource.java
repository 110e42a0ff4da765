package dev.effectivelyonce.local.template;

import java.time.Duration;

/**
 * A rule that triggers a function at a rate.
 *
 * @param invokedFunctionArn the function's, with the alias that the rule names
 */
public record ScheduleResource(
    String logicalId, FunctionResource function, String invokedFunctionArn, Duration rate) {
  /** The same with another function. */
  ScheduleResource with(FunctionResource otherFunction) {
    return new ScheduleResource(logicalId, otherFunction, invokedFunctionArn, rate);
  }
}
