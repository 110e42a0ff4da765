package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which metrics of a resource have an alarm. */
record Alarms(Template template, JsonNode lists) {
  /** Adds {@code alarms.PART.missing}, the metrics of each list for that part without an alarm. */
  void of(Subject subject, String part, Resource target) {
    String missing =
        Wiring.list(lists.path("alarms").path(part)).stream()
            .flatMap(
                family ->
                    Wiring.list(family.path("metrics")).stream()
                        .filter(
                            metric ->
                                template
                                    .of("AWS::CloudWatch::Alarm")
                                    .flatMap(it -> metrics(it.properties()))
                                    .noneMatch(it -> watches(it, family, metric, target))))
            .map(JsonNode::asText)
            .collect(Collectors.joining(", "));
    subject.put("alarms." + part + ".missing", missing);
  }

  /** The alarm's metric, or those of its expression. */
  private static Stream<JsonNode> metrics(JsonNode alarm) {
    return Stream.concat(
        Stream.of(alarm),
        Wiring.list(alarm.path("Metrics")).stream().map(it -> it.at("/MetricStat/Metric")));
  }

  private boolean watches(JsonNode metric, JsonNode family, JsonNode name, Resource target) {
    return metric.path("Namespace").equals(family.path("namespace"))
        && metric.path("MetricName").equals(name)
        && Wiring.list(metric.path("Dimensions")).stream()
            .filter(it -> it.path("Name").equals(family.path("dimension")))
            .anyMatch(
                it -> template.find(it.path("Value"), target.type()).equals(Optional.of(target)));
  }
}
