package dev.effectivelyonce.functions.settings;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.EnvironmentSettings;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.functions.simulation.SimulatedFaults;
import dev.effectivelyonce.http.HttpSettings;
import dev.effectivelyonce.sqs.LambdaSettings;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The environment of a function, read and checked once when it starts. */
public final class FunctionSettings {
  /** The variable with the abandoned-claim policy: {@code RERUN} or {@code HOLD}. */
  public static final String ON_ABANDONED_CLAIM = "ON_ABANDONED_CLAIM";

  /** The variable that says whether simulated faults are honoured: {@code on} or {@code off}. */
  public static final String SIMULATE = "SIMULATE";

  /** The variable with the function's name, which Lambda sets. */
  private static final String FUNCTION_NAME = "AWS_LAMBDA_FUNCTION_NAME";

  private static final Pattern ADDRESS = Pattern.compile("https?://[A-Za-z0-9.:_/-]+");

  private final Map<String, String> environment;
  private final AbandonedClaimPolicy onAbandonedClaim;
  private final SimulatedFaults faults;

  private FunctionSettings(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.onAbandonedClaim = oneOf(AbandonedClaimPolicy.class, ON_ABANDONED_CLAIM);
    this.faults = oneOf(SimulatedFaults.class, SIMULATE);
  }

  /**
   * Reads the variables of a consumer of a queue.
   *
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  public static FunctionSettings from(Map<String, String> environment) {
    FunctionSettings settings = new FunctionSettings(environment);
    settings.lambda();
    return settings;
  }

  /**
   * Reads the variables of an API.
   *
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  public static FunctionSettings ofApi(Map<String, String> environment) {
    FunctionSettings settings = new FunctionSettings(environment);
    settings.http();
    return settings;
  }

  /**
   * Reads the variables of a function that any source invokes.
   *
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  public static FunctionSettings ofFunction(Map<String, String> environment) {
    FunctionSettings settings = new FunctionSettings(environment);
    settings.records();
    return settings;
  }

  /**
   * Returns what the construct of a function sets.
   *
   * @throws ConfigurationException if it is missing or malformed
   */
  public EnvironmentSettings records() {
    return EnvironmentSettings.from(environment);
  }

  /**
   * Returns what the construct of a consumer sets.
   *
   * @throws ConfigurationException if it is missing or malformed
   */
  public LambdaSettings lambda() {
    return LambdaSettings.from(environment);
  }

  /**
   * Returns what the construct of an API sets.
   *
   * @throws ConfigurationException if it is missing or malformed
   */
  public HttpSettings http() {
    return HttpSettings.from(environment);
  }

  /** Returns what becomes of a claim whose attempt died. */
  public AbandonedClaimPolicy onAbandonedClaim() {
    return onAbandonedClaim;
  }

  /** Returns whether simulated faults are honoured. */
  public SimulatedFaults faults() {
    return faults;
  }

  /**
   * The function's name.
   *
   * @throws ConfigurationException if it does not run in Lambda
   */
  public String functionName() {
    return EnvironmentVariables.required(environment, FUNCTION_NAME);
  }

  /**
   * The name of a table of the function's own.
   *
   * @throws ConfigurationException if the variable is missing
   */
  public String table(String variable) {
    return EnvironmentVariables.required(environment, variable);
  }

  /**
   * The address of a server that the function calls.
   *
   * @throws ConfigurationException if the variable is missing, or no address of HTTP
   */
  public URI address(String variable) {
    String value = EnvironmentVariables.required(environment, variable);
    if (!ADDRESS.matcher(value).matches()) {
      throw EnvironmentVariables.malformed(
          variable, value, "Set an address such as https://payments.example.com");
    }
    return URI.create(value);
  }

  private <E extends Enum<E>> E oneOf(Class<E> type, String variable) {
    String value = EnvironmentVariables.required(environment, variable);
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equals(value.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () -> EnvironmentVariables.malformed(variable, value, "Set one of " + names(type)));
  }

  private static <E extends Enum<E>> String names(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
  }
}
