package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** AWS::Lambda::EventSourceMapping of a table's stream. */
record StreamParser(Properties properties, List<TableResource> tables, FunctionLookup functions) {
  private static final int DEFAULT_BATCH_SIZE = 100;
  private static final Set<String> ALL = Set.of("INSERT", "MODIFY", "REMOVE");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns whether a mapping is of a stream. */
  boolean isStream(Resource resource) {
    return properties.text(resource, "EventSourceArn").contains("/stream/");
  }

  StreamResource parse(Resource resource) {
    FunctionLookup.Named function = functions.named(resource, "FunctionName");
    return new StreamResource(
        resource.logicalId(),
        table(resource),
        function.function(),
        function.invokedArn(),
        properties.number(resource, "BatchSize", DEFAULT_BATCH_SIZE),
        eventNames(resource),
        EventSourceParser.reporting(resource));
  }

  private TableResource table(Resource resource) {
    String arn = properties.text(resource, "EventSourceArn");
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
  private Set<String> eventNames(Resource resource) {
    Location where = resource.at("FilterCriteria");
    Set<String> names =
        resource
            .property("FilterCriteria")
            .path("Filters")
            .valueStream()
            .map(filter -> pattern(properties.text(filter.path("Pattern"), where), where))
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
