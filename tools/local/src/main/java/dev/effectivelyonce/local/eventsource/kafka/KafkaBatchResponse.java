package dev.effectivelyonce.local.eventsource.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.eventsource.kafka.KafkaOutcome.AllFailed;
import dev.effectivelyonce.local.eventsource.kafka.KafkaOutcome.Handled;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads an invocation's result as the Kafka event source mapping does. */
final class KafkaBatchResponse {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String LIST = "batchItemFailures";
  private static final String ITEM = "itemIdentifier";

  private KafkaBatchResponse() {}

  /**
   * What of an event has been handled.
   *
   * @param offsets the event's offsets by the name of their partition
   */
  static KafkaOutcome read(
      InvocationResult result, Map<String, Set<Long>> offsets, BatchReporting reporting) {
    if (!(result instanceof InvocationResult.Succeeded succeeded)) {
      return new AllFailed(result.describe());
    }
    return switch (reporting) {
      case WHOLE_BATCH -> new Handled(Map.of());
      case ITEM_FAILURES -> read(succeeded.payload(), offsets);
    };
  }

  private static KafkaOutcome read(String payload, Map<String, Set<Long>> offsets) {
    if (payload.isBlank()) {
      return new Handled(Map.of());
    }
    try {
      return read(MAPPER.readTree(payload), offsets);
    } catch (JsonProcessingException e) {
      return new AllFailed("the response is not JSON");
    }
  }

  private static KafkaOutcome read(JsonNode response, Map<String, Set<Long>> offsets) {
    JsonNode items = response.path(LIST);
    if (response.isNull() || (response.isObject() && (items.isMissingNode() || items.isNull()))) {
      return new Handled(Map.of());
    }
    return items.isArray()
        ? failures(items, offsets)
        : new AllFailed("the response has no list " + LIST);
  }

  private static KafkaOutcome failures(JsonNode items, Map<String, Set<Long>> offsets) {
    Map<String, Long> lowest = new HashMap<>();
    for (JsonNode item : items) {
      JsonNode partition = item.path(ITEM).path("partition");
      JsonNode offset = item.path(ITEM).path("offset");
      if (!partition.isTextual() || !offset.isIntegralNumber()) {
        return new AllFailed("an %s has no partition and offset: %s".formatted(ITEM, item));
      }
      if (!offsets.getOrDefault(partition.textValue(), Set.of()).contains(offset.longValue())) {
        return new AllFailed(LIST + " names what is not in the event: " + item);
      }
      lowest.merge(partition.textValue(), offset.longValue(), Math::min);
    }
    return new Handled(Map.copyOf(lowest));
  }
}
