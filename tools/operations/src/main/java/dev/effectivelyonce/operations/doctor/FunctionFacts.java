package dev.effectivelyonce.operations.doctor;

import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.services.lambda.model.GetFunctionConfigurationResponse;
import software.amazon.awssdk.services.lambda.model.SnapStartApplyOn;

/**
 * What is set on a function.
 *
 * @param name its name
 * @param timeout how long an invocation may take
 * @param hasSnapStart whether published versions start from a snapshot
 * @param environment its variables
 */
record FunctionFacts(
    String name, Duration timeout, boolean hasSnapStart, Map<String, String> environment) {
  static FunctionFacts of(GetFunctionConfigurationResponse answer) {
    return new FunctionFacts(
        answer.functionName(),
        Duration.ofSeconds(answer.timeout() == null ? 0 : answer.timeout()),
        answer.snapStart() != null
            && answer.snapStart().applyOn() == SnapStartApplyOn.PUBLISHED_VERSIONS,
        answer.environment() == null ? Map.of() : answer.environment().variables());
  }
}
