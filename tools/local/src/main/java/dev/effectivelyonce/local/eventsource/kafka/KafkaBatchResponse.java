package dev.effectivelyonce.local.eventsource.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.eventsource.BatchResponse;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads an invocation's result as the Kafka event source mapping does. */
final class KafkaBatchResponse {
  private KafkaBatchResponse() {}

  /**
   * From which offsets on partitions come back, by their names in the event; all else is handled.
   * Empty where nothing counts as handled.
   *
   * @param offsets the event's offsets by the name of their partition
   */
  static Optional<Map<String, Long>> read(
      InvocationResult result, Map<String, Set<Long>> offsets, BatchReporting reporting) {
    return BatchResponse.failedItems(result, reporting)
        .filter(ids -> ids.stream().allMatch(id -> isIn(offsets, id)))
        .map(KafkaBatchResponse::lowest);
  }

  private static boolean isIn(Map<String, Set<Long>> offsets, JsonNode id) {
    JsonNode partition = id.path("partition");
    JsonNode offset = id.path("offset");
    return partition.isTextual()
        && offset.isIntegralNumber()
        && offsets.getOrDefault(partition.textValue(), Set.of()).contains(offset.longValue());
  }

  private static Map<String, Long> lowest(List<JsonNode> ids) {
    Map<String, Long> lowest = new HashMap<>();
    ids.forEach(
        id ->
            lowest.merge(
                id.path("partition").textValue(), id.path("offset").longValue(), Math::min));
    return lowest;
  }
}
