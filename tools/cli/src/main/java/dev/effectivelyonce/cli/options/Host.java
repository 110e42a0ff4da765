package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.core.engine.Platform;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The surroundings in which a command runs.
 *
 * @param platform time and waiting
 * @param directory what relative paths start from
 * @param environment the variables that it was started with
 * @param input what the user types
 * @param ending how it ends when it is stopped
 */
public record Host(
    Platform platform,
    Path directory,
    Map<String, String> environment,
    BufferedReader input,
    GracefulEnd ending) {
  /** Copies the environment. */
  public Host {
    environment = Map.copyOf(environment);
  }

  /** Surroundings that nobody ends from outside. */
  public Host(
      Platform platform, Path directory, Map<String, String> environment, BufferedReader input) {
    this(platform, directory, environment, input, new GracefulEnd());
  }

  /** The variable's value; empty if it is not set, or blank. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }
}
