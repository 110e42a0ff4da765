package dev.effectivelyonce.core;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The facts that a function knows about its own deployment.
 *
 * @param consumer {@value EnvironmentVariables#CONSUMER}: the name of the consumer that the stack
 *     deploys; missing: the name is not checked
 * @param name {@value #NAME}: the function's name, which Lambda sets; outside of Lambda {@value
 *     EnvironmentVariables#SERVICE}, if it is set
 */
public record DeployedFunction(Optional<String> consumer, Optional<String> name) {
  /** The name of the variable with the function's name. */
  public static final String NAME = "AWS_LAMBDA_FUNCTION_NAME";

  /** Returns a function about which nothing is known. */
  public static DeployedFunction unknown() {
    return new DeployedFunction(Optional.empty(), Optional.empty());
  }

  /** Reads the variables. A blank one counts as missing. */
  public static DeployedFunction from(Map<String, String> environment) {
    return new DeployedFunction(
        value(environment, EnvironmentVariables.CONSUMER),
        value(environment, NAME).or(() -> value(environment, EnvironmentVariables.SERVICE)));
  }

  /**
   * Checks that the code uses the same consumer name as the stack. The stack refuses two consumers
   * with the same name on a table, but it knows only the names that it deploys.
   *
   * @param inCode the consumer's name in the code
   * @throws ConfigurationException if they differ
   */
  public void check(String inCode) {
    consumer
        .filter(Predicate.not(inCode::equals))
        .ifPresent(
            deployed -> {
              throw new ConfigurationException(
                  "The stack deploys the consumer %s, and its code names it %s"
                      .formatted(deployed, inCode),
                  "Set consumerName(\"%s\") on the construct, or the name %s in the code. Records are found by the code's name: changing it there forgets what was done"
                      .formatted(inCode, deployed));
            });
  }

  private static Optional<String> value(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(Predicate.not(String::isBlank));
  }
}
