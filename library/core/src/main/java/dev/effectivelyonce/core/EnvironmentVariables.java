package dev.effectivelyonce.core;

import java.util.Map;

/** What a function is told through its environment. */
public final class EnvironmentVariables {
  private EnvironmentVariables() {}

  /**
   * A variable that must be there.
   *
   * @throws ConfigurationException if it is missing or blank
   */
  public static String required(Map<String, String> environment, String name) {
    return Required.text(
        environment.get(name),
        "The environment variable " + name + " is missing",
        "Set it on the function; Lambda or the stack's constructs do");
  }
}
