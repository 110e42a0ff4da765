package dev.effectivelyonce.infra.consumer;

import java.time.Duration;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Metric;

/**
 * The metrics that the library writes to a function's log, from where CloudWatch takes them.
 *
 * <p>Their only dimension is the function's name: it is known when a stack is synthesized, whereas
 * the consumer's name is known to the function's code alone.
 */
record ConsumerMetrics(String functionName) {
  private static final String NAMESPACE = "EffectivelyOnce";
  private static final Duration PERIOD = Duration.ofMinutes(1);

  /** How often something happened, by the minute. */
  Metric count(String name) {
    return of(name, "Sum");
  }

  Metric of(String name, String statistic) {
    return Metric.Builder.create()
        .namespace(NAMESPACE)
        .metricName(name)
        .dimensionsMap(Map.of("function", functionName))
        .statistic(statistic)
        .period(Durations.toCdk(PERIOD))
        .build();
  }
}
