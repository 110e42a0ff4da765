package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Platform;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds event sources that Lambda no longer reads, and writes a metric for each: 1 if it is
 * stopped, else 0. Call it from a scheduled function, because a function whose source is stopped is
 * not invoked, and its metrics end without an alarm.
 */
public final class StoppedSourceMetrics {
  /** The variable with the function's name, set by Lambda. */
  private static final String FUNCTION_NAME = "AWS_LAMBDA_FUNCTION_NAME";

  private final SourceStates states;
  private final Map<String, String> mappings;
  private final MetricLine line;
  private final Clock clock;

  /**
   * Creates an instance that looks at these event source mappings.
   *
   * @param mappings the ids of the mappings, by the names that the metrics have as {@code consumer}
   */
  public StoppedSourceMetrics(
      SourceStates states, Map<String, String> mappings, MetricLine line, Clock clock) {
    this.states = states;
    this.mappings = new LinkedHashMap<>(mappings);
    this.line = line;
    this.clock = clock;
  }

  /**
   * Returns an instance with the settings from the environment, which the {@code
   * StuckRecordMonitor} construct sets. It writes to standard output. If the construct has no
   * source to watch, it writes nothing.
   *
   * @throws ConfigurationException if a variable is missing or can't be read
   */
  public static StoppedSourceMetrics of(Map<String, String> environment, SourceStates states) {
    return new StoppedSourceMetrics(
        states,
        mappings(environment.getOrDefault(EnvironmentVariables.SOURCES, "")),
        MetricLine.toStandardOutput(EnvironmentVariables.required(environment, FUNCTION_NAME)),
        Platform.system().clock());
  }

  private static Map<String, String> mappings(String listed) {
    Map<String, String> mappings = new LinkedHashMap<>();
    if (!listed.isEmpty()) {
      for (String source : listed.split(",", -1)) {
        String[] parts = source.split("=", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
          throw new ConfigurationException(
              "The variable %s has \"%s\", which is no name and id of a mapping"
                  .formatted(EnvironmentVariables.SOURCES, source),
              "Set it to name=id, separated by commas, as the construct StuckRecordMonitor does");
        }
        mappings.put(parts[0], parts[1]);
      }
    }
    return mappings;
  }

  /**
   * Writes a line for each source.
   *
   * @return why sources are stopped, by their names; empty if all are read
   */
  public Map<String, String> write() {
    Map<String, String> stopped = new LinkedHashMap<>();
    mappings.forEach(
        (name, mapping) -> {
          Optional<String> why = states.whyStopped(mapping);
          why.ifPresent(it -> stopped.put(name, it));
          line.by(MetricNames.CONSUMER, name)
              .write(
                  clock.instant(),
                  Map.of(MetricNames.SOURCE_STOPPED, why.isPresent() ? 1L : 0L),
                  Map.of());
        });
    return stopped;
  }
}
