package dev.effectivelyonce.cdk;

import java.time.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * The condition under which a metric rings: it has reached the threshold in so many of its last
 * periods.
 *
 * @param missing what a period without a value means
 */
record Watch(
    IMetric metric,
    long threshold,
    int periodsReached,
    int periodsLooked,
    TreatMissingData missing) {
  private static final int LASTING_REACHED = 3;
  private static final int LASTING_LOOKED = 5;

  /** Rings at the first minute that reaches the threshold. */
  static Watch once(IMetric metric, long threshold) {
    return new Watch(metric, threshold, 1, 1, TreatMissingData.NOT_BREACHING);
  }

  /**
   * Rings at the first value that reaches the threshold, until one does not. A period without a
   * value changes nothing: a schedule may skip one.
   */
  static Watch scheduled(IMetric metric, long threshold) {
    return new Watch(metric, threshold, 1, 1, TreatMissingData.IGNORE);
  }

  /** Rings when something happens in three minutes of five. */
  static Watch lasting(IMetric metric) {
    return new Watch(metric, 1, LASTING_REACHED, LASTING_LOOKED, TreatMissingData.NOT_BREACHING);
  }

  /**
   * Rings when the metric reaches the threshold in three periods in a row, or has no value: a
   * metric of a schedule is missing only if something is wrong.
   */
  static Watch unbroken(IMetric metric, long threshold) {
    return new Watch(
        metric, threshold, LASTING_REACHED, LASTING_REACHED, TreatMissingData.BREACHING);
  }

  /**
   * Rings when something happens in three periods in a row, until one passes without it. A period
   * without a value changes nothing.
   */
  static Watch repeated(IMetric metric) {
    return new Watch(metric, 1, LASTING_REACHED, LASTING_REACHED, TreatMissingData.IGNORE);
  }

  Alarm alarm(Construct owner, String id, String description) {
    return Alarm.Builder.create(owner, id)
        .alarmDescription(description)
        .metric(metric)
        .threshold(threshold)
        .datapointsToAlarm(periodsReached)
        .evaluationPeriods(periodsLooked)
        .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
        .treatMissingData(missing)
        .build();
  }

  /** Returns the errors of a function, which Lambda reports at each invocation, zero if none. */
  static Metric errors(Function function, Duration period) {
    return function.metricErrors(
        MetricOptions.builder().statistic("Sum").period(Durations.toCdk(period)).build());
  }

  /** Returns a metric of AWS by the minute. */
  static MetricOptions byMinute(String statistic) {
    return MetricOptions.builder()
        .statistic(statistic)
        .period(Durations.toCdk(Duration.ofMinutes(1)))
        .build();
  }
}
