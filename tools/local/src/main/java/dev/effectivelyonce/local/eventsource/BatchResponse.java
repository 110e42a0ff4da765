package dev.effectivelyonce.local.eventsource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.eventsource.BatchOutcome.AllFailed;
import dev.effectivelyonce.local.eventsource.BatchOutcome.Handled;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.util.HashSet;
import java.util.Set;

/** Reads an invocation's result as Lambda's event source mapping does. */
public final class BatchResponse {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String LIST = "batchItemFailures";
  private static final String ITEM = "itemIdentifier";

  private BatchResponse() {}

  /** Which messages of a batch of these ids have been handled. */
  public static BatchOutcome read(
      InvocationResult result, Set<String> messageIds, BatchReporting reporting) {
    if (!(result instanceof InvocationResult.Succeeded succeeded)) {
      return new AllFailed(result.describe());
    }
    return switch (reporting) {
      case WHOLE_BATCH -> new Handled(Set.of());
      case ITEM_FAILURES -> read(succeeded.payload(), messageIds);
    };
  }

  private static BatchOutcome read(String payload, Set<String> messageIds) {
    if (payload.isBlank()) {
      return new Handled(Set.of());
    }
    try {
      return read(MAPPER.readTree(payload), messageIds);
    } catch (JsonProcessingException e) {
      return new AllFailed("the response is not JSON");
    }
  }

  private static BatchOutcome read(JsonNode response, Set<String> messageIds) {
    if (response.isNull() || (response.isObject() && isAbsent(response.path(LIST)))) {
      return new Handled(Set.of());
    }
    JsonNode items = response.path(LIST);
    return items.isArray()
        ? failures(items, messageIds)
        : new AllFailed("the response has no list " + LIST);
  }

  private static BatchOutcome failures(JsonNode items, Set<String> messageIds) {
    Set<String> failed = new HashSet<>();
    for (JsonNode item : items) {
      String id = item.path(ITEM).asText("");
      if (isAbsent(item.path(ITEM)) || id.isEmpty()) {
        return new AllFailed("an item of " + LIST + " has no " + ITEM);
      }
      if (!messageIds.contains(id)) {
        return new AllFailed(LIST + " names " + id + ", which is not in the batch");
      }
      failed.add(id);
    }
    return new Handled(Set.copyOf(failed));
  }

  private static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }
}
