package dev.effectivelyonce.integration.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** What a function's log tells of its records. */
public final class OutcomeLog {
  private static final int MOST_EVENTS = 10_000;

  private final JsonService logs;
  private final String group;

  /** The log group of that name, on the LocalStack at an endpoint. */
  public OutcomeLog(URI endpoint, String group) {
    this.logs = JsonService.logs(endpoint);
    this.group = group;
  }

  /** The outcomes of a record, as often as it was handled. */
  public List<String> of(String recordId) {
    String keyHash = recordId.substring(recordId.indexOf('#') + 1);
    JsonNode events =
        logs.call("FilterLogEvents", Map.of("logGroupName", group, "limit", MOST_EVENTS))
            .path("events");
    return StreamSupport.stream(events.spliterator(), false)
        .flatMap(event -> event.path("message").asText().lines())
        .filter(line -> line.contains(keyHash))
        .map(line -> Json.read(line).path("outcome").asText())
        .toList();
  }
}
