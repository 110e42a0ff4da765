package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.metrics.MetricLine;
import java.time.Clock;
import java.util.Map;

/** Creates observers that write the reports of invocations as metrics, one line each. */
public final class OutboxMetrics {
  /** The variable with the function's name, set by Lambda. */
  private static final String FUNCTION_NAME = "AWS_LAMBDA_FUNCTION_NAME";

  private OutboxMetrics() {}

  /** Returns an observer that writes the counts. */
  public static OutboxObserver ofPublisher(MetricLine line, Clock clock) {
    return new Counting(line, clock);
  }

  /**
   * Returns an observer that writes the counts, and the age of the oldest message left by
   * destination.
   */
  public static OutboxObserver ofSweeper(MetricLine line, Clock clock) {
    return new CountingAndAging(new Counting(line, clock));
  }

  private record Counting(MetricLine line, Clock clock) implements OutboxObserver {
    @Override
    public void observe(OutboxReport report) {
      line.write(clock.instant(), counts(report), Map.of());
    }

    @Override
    public void failed(Throwable failure) {
      line.write(clock.instant(), Map.of(MetricNames.OUTBOX_FAILED, 1L), Map.of());
    }
  }

  private record CountingAndAging(Counting counting) implements OutboxObserver {
    @Override
    public void observe(OutboxReport report) {
      counting.observe(report);
      report
          .oldest()
          .forEach(
              (destination, age) ->
                  counting
                      .line()
                      .by(MetricNames.DESTINATION, destination)
                      .write(
                          counting.clock().instant(),
                          Map.of(),
                          Map.of(MetricNames.OUTBOX_OLDEST, age)));
    }

    @Override
    public void failed(Throwable failure) {
      counting.failed(failure);
    }
  }

  /**
   * Returns a line to standard output, where Lambda looks for metrics.
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
