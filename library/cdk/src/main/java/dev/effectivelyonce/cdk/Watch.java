package dev.effectivelyonce.cdk;

import java.time.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
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

  /** CloudWatch looks no further back. */
  private static final int MINUTES_OF_A_DAY = 24 * 60;

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

  /** Rings when two values in a row reach the threshold: one may be a passing state. */
  static Watch scheduledTwice(IMetric metric, long threshold) {
    return new Watch(metric, threshold, 2, 2, TreatMissingData.IGNORE);
  }

  /**
   * Rings when a minute reaches the threshold, and until one has not for this long: values come
   * only so often.
   */
  static Watch every(Duration gap, IMetric metric, long threshold) {
    int minutes = Math.clamp(gap.plusMinutes(2).toMinutes(), 1, MINUTES_OF_A_DAY);
    return new Watch(metric, threshold, 1, minutes, TreatMissingData.NOT_BREACHING);
  }

  /** Rings when something happens in three minutes of five. */
  static Watch lasting(IMetric metric) {
    return lasting(metric, TreatMissingData.NOT_BREACHING);
  }

  /** The same, of a metric whose minutes without a value mean something else. */
  static Watch lasting(IMetric metric, TreatMissingData missing) {
    return new Watch(metric, 1, LASTING_REACHED, LASTING_LOOKED, missing);
  }

  /**
   * Rings when no run of a scheduled function has succeeded for three intervals. Lambda reports the
   * errors of each run, zero if it has none, so that a schedule that has stopped rings too, and so
   * does a function that Lambda can't start.
   */
  static Watch heartbeat(Function function, Duration interval) {
    return new Watch(
        function.metricErrors(
            MetricOptions.builder().statistic("Sum").period(Durations.toCdk(interval)).build()),
        1,
        LASTING_REACHED,
        LASTING_REACHED,
        TreatMissingData.BREACHING);
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

  /** Returns a metric of AWS by the minute. */
  static MetricOptions byMinute(String statistic) {
    return MetricOptions.builder()
        .statistic(statistic)
        .period(Durations.toCdk(Duration.ofMinutes(1)))
        .build();
  }
}
