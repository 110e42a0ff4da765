package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.engine.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes counts and durations that do not belong to a consumer as one line in CloudWatch's embedded
 * metric format. Namespace and dimension are those of {@link MetricsObserver}. Safe for use by many
 * threads.
 */
public final class MetricLine {
  private final EmbeddedMetricFormat format;
  private final Consumer<String> lines;

  /**
   * @param functionName the value of the dimension
   * @param lines receives each line, without a line break; called by many threads at once
   */
  public MetricLine(String functionName, Consumer<String> lines) {
    this(new EmbeddedMetricFormat(functionName), lines);
  }

  private MetricLine(EmbeddedMetricFormat format, Consumer<String> lines) {
    this.format = format;
    this.lines = lines;
  }

  /** Returns a metric line with a further dimension. */
  public MetricLine by(String dimension, String value) {
    return new MetricLine(format.by(dimension, value), lines);
  }

  /** Returns a metric line that writes to standard output, where Lambda picks up metrics. */
  public static MetricLine toStandardOutput(String functionName) {
    return new MetricLine(functionName, new StandardOutput());
  }

  /**
   * Writes one line.
   *
   * @param counts the counts by the names of {@link MetricNames}
   * @param durations the durations by those names; written in milliseconds
   */
  public void write(Instant at, Map<String, Long> counts, Map<String, Duration> durations) {
    lines.accept(format.line(at, counts, durations));
  }
}
