package dev.effectivelyonce.operations.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.operations.deployed.Measure;
import dev.effectivelyonce.operations.deployed.SourceKind;
import dev.effectivelyonce.operations.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a consumer is now. What is empty is not known, or a source of this kind does not have it.
 *
 * @param name its name
 * @param kind what it gets its events from
 * @param queue its source queue
 * @param deadLetters its dead-letter queue, its parking queue, or the queue of what Lambda gave up
 * @param sources the states of the event source mappings that read for it
 * @param function what they invoke
 * @param measures what its metrics tell; a measure without data is not in the map
 */
public record ConsumerStatus(
    String name,
    SourceKind kind,
    Optional<QueueStatus> queue,
    Optional<QueueStatus> deadLetters,
    Optional<List<String>> sources,
    Optional<FunctionStatus> function,
    Optional<Map<Measure, Long>> measures) {
  static ConsumerStatus ofApi(String name) {
    return new ConsumerStatus(
        name,
        SourceKind.API,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns whether it has requests instead of messages. */
  public boolean isApi() {
    return kind == SourceKind.API;
  }

  ObjectNode json() {
    Json last = Json.none();
    for (Measure measure : Measure.values()) {
      last.and(measure.field(), measures.map(it -> it.get(measure)));
    }
    return Json.with("consumer", name)
        .and("api", isApi())
        .and("source", kind.field())
        .and("queue", queue.map(QueueStatus::json))
        .and("deadLetters", deadLetters.map(QueueStatus::json))
        .and("eventSources", sources)
        .and("function", function.map(FunctionStatus::json))
        .and("metrics", last.node())
        .node();
  }
}
