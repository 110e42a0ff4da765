package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** AWS::Lambda::EventSourceMapping of a table's stream. */
record StreamParser(List<TableResource> tables, FunctionLookup functions) {
  private static final int DEFAULT_BATCH_SIZE = 100;
  private static final Set<String> ALL = Set.of("INSERT", "MODIFY", "REMOVE");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns whether a mapping is of a stream. */
  static boolean isStream(Resource resource) {
    return resource.text("EventSourceArn").contains("/stream/");
  }

  StreamResource parse(Resource resource) {
    return new StreamResource(
        table(resource),
        functions.named(resource, "FunctionName"),
        resource.number("BatchSize", DEFAULT_BATCH_SIZE),
        eventNames(resource),
        EventSourceParser.reporting(resource));
  }

  private TableResource table(Resource resource) {
    String arn = resource.text("EventSourceArn");
    return tables.stream()
        .filter(table -> arn.contains(":table/" + table.name() + "/stream/"))
        .findFirst()
        .orElseThrow(
            () ->
                new TemplateException(
                    resource.at("EventSourceArn"), "is no stream of this stack: " + arn));
  }

  /**
   * Returns the event names of a filter. The runner knows no other filters than lists of event
   * names.
   */
  private static Set<String> eventNames(Resource resource) {
    Set<String> names =
        resource
            .property("FilterCriteria/Filters")
            .valueStream()
            .map(
                filter ->
                    pattern(
                        resource.text(filter.path("Pattern"), "FilterCriteria"),
                        resource.at("FilterCriteria")))
            .flatMap(pattern -> pattern.path("eventName").valueStream())
            .map(JsonNode::asText)
            .collect(Collectors.toUnmodifiableSet());
    return names.isEmpty() ? ALL : names;
  }

  private static JsonNode pattern(String text, Location where) {
    try {
      JsonNode pattern = JSON.readTree(text);
      if (pattern.size() == 1 && pattern.path("eventName").isArray()) {
        return pattern;
      }
    } catch (JsonProcessingException e) {
      // Told below.
    }
    throw new TemplateException(where, "is no list of event names, and the runner knows no other");
  }
}
