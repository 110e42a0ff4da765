package dev.effectivelyonce.local.eventsource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.eventsource.BatchOutcome.AllFailed;
import dev.effectivelyonce.local.eventsource.BatchOutcome.Handled;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads an invocation's result as Lambda's event source mappings do. */
public final class BatchResponse {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private BatchResponse() {}

  /** Which messages of a batch of these ids have been handled. */
  public static BatchOutcome read(
      InvocationResult result, Set<String> messageIds, BatchReporting reporting) {
    return failedItems(result, reporting)
        .map(ids -> ids.stream().map(id -> id.asText("")).collect(Collectors.toUnmodifiableSet()))
        .filter(messageIds::containsAll)
        .<BatchOutcome>map(Handled::new)
        .orElseGet(AllFailed::new);
  }

  /** Which items a response names as failed; empty where nothing counts as handled. */
  public static Optional<List<JsonNode>> failedItems(
      InvocationResult result, BatchReporting reporting) {
    if (!(result instanceof InvocationResult.Succeeded(String payload))) {
      return Optional.empty();
    }
    if (reporting == BatchReporting.WHOLE_BATCH || payload.isBlank()) {
      return Optional.of(List.of());
    }
    try {
      JsonNode response = MAPPER.readTree(payload);
      JsonNode items = response.path("batchItemFailures");
      if (response.isNull() || (response.isObject() && (items.isMissingNode() || items.isNull()))) {
        return Optional.of(List.of());
      }
      return Optional.of(items)
          .filter(JsonNode::isArray)
          .map(all -> all.valueStream().map(item -> item.path("itemIdentifier")).toList());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
