package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Metric;

/**
 * The metrics that the library writes to a function's log, from where CloudWatch takes them.
 *
 * <p>Their dimension is the function's name, which is known when a stack is synthesized. The
 * consumer's name is known to the function's code alone.
 */
record ConsumerMetrics(String functionName) {
  private static final String NAMESPACE = "EffectivelyOnce";
  private static final Duration PERIOD = Duration.ofMinutes(1);

  /** Returns how often something happened, by the minute. */
  Metric count(String name) {
    return of(name, "Sum");
  }

  Metric of(String name, String statistic) {
    return metric(NAMESPACE, name, statistic, PERIOD, Map.of("function", functionName));
  }

  /** Returns the age of the oldest message to a destination, which each sweeper run writes. */
  Metric oldest(String destination) {
    return metric(
        NAMESPACE,
        "outbox.oldest",
        "Maximum",
        TransactionalOutbox.SWEPT_EVERY,
        Map.of("function", functionName, "destination", destination));
  }

  /** Returns the age of a consumer's oldest record that is half done or held. */
  Metric unsettled(String consumer) {
    return watched("unsettled.oldest", consumer);
  }

  /** Returns whether the event source of a consumer is stopped: 1 if it is. */
  Metric sourceStopped(String consumer) {
    return watched("source.stopped", consumer);
  }

  private Metric watched(String name, String consumer) {
    return metric(
        NAMESPACE,
        name,
        "Maximum",
        StuckRecordMonitor.EVERY,
        Map.of("function", functionName, "consumer", consumer));
  }

  static Metric metric(
      String namespace,
      String name,
      String statistic,
      Duration period,
      Map<String, String> dimensions) {
    return Metric.Builder.create()
        .namespace(namespace)
        .metricName(name)
        .dimensionsMap(dimensions)
        .statistic(statistic)
        .period(Durations.toCdk(period))
        .build();
  }
}
