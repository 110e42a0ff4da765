package dev.effectivelyonce.operations.deployed;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.lambda.model.EnvironmentResponse;
import software.amazon.awssdk.services.lambda.model.GetFunctionConfigurationResponse;
import software.amazon.awssdk.services.lambda.model.SnapStartApplyOn;

/**
 * What is set on a version of a function.
 *
 * @param name the function's name
 * @param version the version, or $LATEST
 * @param timeout how long an invocation may take
 * @param hasSnapStart whether published versions start from a snapshot
 * @param environment its variables
 */
public record FunctionFacts(
    String name,
    String version,
    Duration timeout,
    boolean hasSnapStart,
    Map<String, String> environment) {
  static FunctionFacts of(GetFunctionConfigurationResponse answer) {
    return new FunctionFacts(
        answer.functionName(),
        answer.version() == null ? "$LATEST" : answer.version(),
        Duration.ofSeconds(answer.timeout() == null ? 0 : answer.timeout()),
        answer.snapStart() != null
            && answer.snapStart().applyOn() == SnapStartApplyOn.PUBLISHED_VERSIONS,
        answer.environment() == null ? Map.of() : answer.environment().variables());
  }

  /** Returns those of the variables that it does not have. */
  public List<String> missing(Collection<String> variables) {
    return missing(environment, variables);
  }

  static boolean hasAll(EnvironmentResponse environment, Collection<String> variables) {
    return environment != null && missing(environment.variables(), variables).isEmpty();
  }

  private static List<String> missing(Map<String, String> set, Collection<String> variables) {
    return variables.stream().filter(it -> set.getOrDefault(it, "").isBlank()).toList();
  }
}
