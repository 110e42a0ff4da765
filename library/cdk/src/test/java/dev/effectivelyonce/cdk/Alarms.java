package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.assertions.Match;

/** What an alarm of a consumer looks like in a template. */
final class Alarms {
  private Alarms() {}

  static Map<String, Object> on(String queue, String metric, int threshold) {
    Object name = Map.of("Fn::GetAtt", List.of(Match.stringLikeRegexp("^" + queue), "QueueName"));
    return Map.of(
        "MetricName",
        metric,
        "Threshold",
        threshold,
        "ComparisonOperator",
        "GreaterThanOrEqualToThreshold",
        "Statistic",
        "Maximum",
        "TreatMissingData",
        "notBreaching",
        "Dimensions",
        List.of(Map.of("Name", "QueueName", "Value", name)));
  }
}
