package dev.effectivelyonce.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes counts and durations that belong to no consumer as one line in CloudWatch's embedded
 * metric format, with the namespace and dimension of {@link MetricsObserver}. Safe for use by many
 * threads.
 */
public final class MetricLine {
  private final EmbeddedMetricFormat format;
  private final Consumer<String> lines;

  /**
   * @param functionName the value of the dimension
   * @param lines takes each line, without a line break; called by many threads at once
   */
  public MetricLine(String functionName, Consumer<String> lines) {
    this(new EmbeddedMetricFormat(functionName), lines);
  }

  private MetricLine(EmbeddedMetricFormat format, Consumer<String> lines) {
    this.format = format;
    this.lines = lines;
  }

  /** Returns one that writes with one more dimension. */
  public MetricLine by(String dimension, String value) {
    return new MetricLine(format.by(dimension, value), lines);
  }

  /** Returns one that writes to standard output, where Lambda looks for metrics. */
  public static MetricLine toStandardOutput(String functionName) {
    return new MetricLine(functionName, new StandardOutput());
  }

  /**
   * Writes one line.
   *
   * @param counts by the names of {@link MetricNames}
   * @param durations by those names; written in milliseconds
   */
  public void write(Instant at, Map<String, Long> counts, Map<String, Duration> durations) {
    lines.accept(format.line(at, counts, durations));
  }
}
