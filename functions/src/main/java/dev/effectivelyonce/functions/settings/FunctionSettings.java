package dev.effectivelyonce.functions.settings;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.functions.simulation.SimulatedFaults;
import dev.effectivelyonce.sqs.LambdaSettings;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The environment of a function, read and checked once when it starts. */
public final class FunctionSettings {
  /** The variable with the abandoned-claim policy: {@code RERUN} or {@code HOLD}. */
  public static final String ON_ABANDONED_CLAIM = "ON_ABANDONED_CLAIM";

  /** The variable that says whether simulated faults are honoured: {@code on} or {@code off}. */
  public static final String SIMULATE = "SIMULATE";

  /** The variable with the function's name, which Lambda sets. */
  private static final String FUNCTION_NAME = "AWS_LAMBDA_FUNCTION_NAME";

  private final Map<String, String> environment;
  private final LambdaSettings lambda;
  private final AbandonedClaimPolicy onAbandonedClaim;
  private final SimulatedFaults faults;

  private FunctionSettings(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.lambda = LambdaSettings.from(environment);
    this.onAbandonedClaim = oneOf(AbandonedClaimPolicy.class, ON_ABANDONED_CLAIM);
    this.faults = oneOf(SimulatedFaults.class, SIMULATE);
  }

  /**
   * Reads the variables.
   *
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  public static FunctionSettings from(Map<String, String> environment) {
    return new FunctionSettings(environment);
  }

  /** What the consumer construct sets. */
  public LambdaSettings lambda() {
    return lambda;
  }

  /** What becomes of a claim whose attempt died. */
  public AbandonedClaimPolicy onAbandonedClaim() {
    return onAbandonedClaim;
  }

  /** Whether simulated faults are honoured. */
  public SimulatedFaults faults() {
    return faults;
  }

  /**
   * The function's name.
   *
   * @throws ConfigurationException if it does not run in Lambda
   */
  public String functionName() {
    return LambdaSettings.required(environment, FUNCTION_NAME);
  }

  /**
   * The name of a table of the function's own.
   *
   * @throws ConfigurationException if the variable is missing
   */
  public String table(String variable) {
    return LambdaSettings.required(environment, variable);
  }

  private <E extends Enum<E>> E oneOf(Class<E> type, String variable) {
    String value = LambdaSettings.required(environment, variable);
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equals(value.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "The environment variable " + variable + " is \"" + value + "\"",
                    "Set one of " + names(type)));
  }

  private static <E extends Enum<E>> String names(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
  }
}
