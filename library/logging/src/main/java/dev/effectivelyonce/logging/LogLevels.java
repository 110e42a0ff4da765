package dev.effectivelyonce.logging;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.slf4j.event.Level;

/**
 * Which events are written.
 *
 * @param lowest the lowest level of loggers without a rule of their own
 */
record LogLevels(Level lowest) {
  /** The environment variable with the lowest level. */
  static final String VARIABLE = "LOG_LEVEL";

  private static final String AWS_SDK = "software.amazon.awssdk";

  /** Those of the environment; INFO where it names none, or one that SLF4J does not know. */
  static LogLevels of(Map<String, String> environment) {
    String name = environment.getOrDefault(VARIABLE, "").strip().toUpperCase(Locale.ROOT);
    return new LogLevels(
        Arrays.stream(Level.values())
            .filter(level -> level.name().equals(name))
            .findFirst()
            .orElse(Level.INFO));
  }

  /** The lowest level that a logger writes. */
  Level of(String logger) {
    return logger.startsWith(AWS_SDK) && lowest.toInt() < Level.WARN.toInt() ? Level.WARN : lowest;
  }
}
