package dev.effectivelyonce.core;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What a function is told through its environment. */
public final class EnvironmentVariables {
  private EnvironmentVariables() {}

  /**
   * A variable that must be there.
   *
   * @throws ConfigurationException if it is missing or blank
   */
  public static String required(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name))
        .filter(Predicate.not(String::isBlank))
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "The environment variable " + name + " is missing",
                    "Set it on the function; Lambda or the stack's constructs do"));
  }
}
