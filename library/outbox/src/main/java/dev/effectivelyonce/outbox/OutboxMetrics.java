package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.metrics.MetricLine;
import dev.effectivelyonce.metrics.MetricNames;
import java.time.Clock;
import java.util.Map;

/** Observers that write what invocations come to as metrics, one line each. */
public final class OutboxMetrics {
  /** Set by Lambda. */
  private static final String FUNCTION_NAME = "AWS_LAMBDA_FUNCTION_NAME";

  private OutboxMetrics() {}

  /** Writes the counts. */
  public static OutboxObserver ofPublisher(MetricLine line, Clock clock) {
    return report -> line.write(clock.instant(), counts(report), Map.of());
  }

  /** Writes the counts, and by destination the age of the oldest message that is left. */
  public static OutboxObserver ofSweeper(MetricLine line, Clock clock) {
    return report -> {
      line.write(clock.instant(), counts(report), Map.of());
      report
          .oldest()
          .forEach(
              (destination, age) ->
                  line.by(MetricNames.DESTINATION, destination)
                      .write(clock.instant(), Map.of(), Map.of(MetricNames.OUTBOX_OLDEST, age)));
    };
  }

  /**
   * To standard output, where Lambda looks for metrics.
   *
   * @throws ConfigurationException if the environment is not that of a function
   */
  static MetricLine line(Map<String, String> environment) {
    return MetricLine.toStandardOutput(EnvironmentVariables.required(environment, FUNCTION_NAME));
  }

  private static Map<String, Long> counts(OutboxReport report) {
    return Map.of(
        MetricNames.OUTBOX_PUBLISHED, (long) report.published(),
        MetricNames.OUTBOX_HELD, (long) report.held(),
        MetricNames.OUTBOX_UNSENDABLE, (long) report.unsendable());
  }
}
