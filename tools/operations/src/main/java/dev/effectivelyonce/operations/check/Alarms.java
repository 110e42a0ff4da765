package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which metrics of a resource have an alarm. */
final class Alarms {
  private final Template template;
  private final JsonNode lists;
  private final Map<String, Set<Watched>> watched = new HashMap<>();

  /** A metric with an alarm, and the key of the resource that one of its dimensions names. */
  private record Watched(JsonNode namespace, JsonNode metric, JsonNode dimension, String key) {}

  Alarms(Template template, JsonNode lists) {
    this.template = template;
    this.lists = lists;
  }

  /** Adds {@code alarms.PART.missing}, the metrics of each list for that part without an alarm. */
  void of(Subject subject, String part, Resource target) {
    Set<Watched> all = watched.computeIfAbsent(target.type(), this::watched);
    String missing =
        Wiring.list(lists.path("alarms").path(part)).stream()
            .flatMap(
                family ->
                    Wiring.list(family.path("metrics")).stream()
                        .filter(
                            metric ->
                                !all.contains(
                                    new Watched(
                                        family.path("namespace"),
                                        metric,
                                        family.path("dimension"),
                                        target.key()))))
            .map(JsonNode::asText)
            .collect(Collectors.joining(", "));
    subject.put("alarms." + part + ".missing", missing);
  }

  private Set<Watched> watched(String type) {
    return template
        .of("AWS::CloudWatch::Alarm")
        .flatMap(alarm -> metrics(alarm.properties()).flatMap(it -> watched(alarm, it, type)))
        .collect(Collectors.toSet());
  }

  /** The alarm's metric, or those of its expression. */
  private static Stream<JsonNode> metrics(JsonNode alarm) {
    return Stream.concat(
        Stream.of(alarm),
        Wiring.list(alarm.path("Metrics")).stream().map(it -> it.at("/MetricStat/Metric")));
  }

  private Stream<Watched> watched(Resource alarm, JsonNode metric, String type) {
    List<JsonNode> dimensions = Wiring.list(metric.path("Dimensions"));
    return dimensions.stream()
        .flatMap(
            it ->
                template.find(alarm.file(), it.path("Value"), type).stream()
                    .map(
                        target ->
                            new Watched(
                                metric.path("Namespace"),
                                metric.path("MetricName"),
                                it.path("Name"),
                                target.key())));
  }
}
