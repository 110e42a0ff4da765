package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** An outbox table in memory, without an engine: what a publisher asks of it, and no more. */
final class StubTable implements DynamoDbClient {
  static final String NAME = "outbox";

  final Map<MessageKey, Map<String, AttributeValue>> items = new HashMap<>();

  /** Of these DynamoDB does not say whether they are there. */
  final Set<MessageKey> unanswered = new HashSet<>();

  void put(OutboxMessage message) {
    Map<String, AttributeValue> item = new HashMap<>(message.key());
    item.put("outbox_schema", AttributeValue.fromN("1"));
    item.put("consumer", AttributeValue.fromS(message.consumer()));
    item.put("destination", AttributeValue.fromS(message.outgoing().destination()));
    item.put("name", AttributeValue.fromS(message.outgoing().name()));
    item.put("body", AttributeValue.fromS(message.outgoing().body()));
    item.put("created_at", AttributeValue.fromN("0"));
    items.put(MessageKey.of(message), item);
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    List<Map<String, AttributeValue>> keys =
        request.requestItems().getOrDefault(NAME, KeysAndAttributes.builder().build()).keys();
    List<Map<String, AttributeValue>> left =
        keys.stream().filter(key -> unanswered.contains(MessageKey.ofItem(key))).toList();
    List<Map<String, AttributeValue>> found =
        keys.stream()
            .map(MessageKey::ofItem)
            .filter(key -> !unanswered.contains(key) && items.containsKey(key))
            .map(key -> items.getOrDefault(key, Map.of()))
            .toList();
    return BatchGetItemResponse.builder()
        .responses(Map.of(NAME, found))
        .unprocessedKeys(
            left.isEmpty()
                ? Map.of()
                : Map.of(NAME, KeysAndAttributes.builder().keys(left).build()))
        .build();
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    request
        .requestItems()
        .getOrDefault(NAME, List.of())
        .forEach(write -> items.remove(MessageKey.ofItem(write.deleteRequest().key())));
    return BatchWriteItemResponse.builder().build();
  }

  @Override
  public String serviceName() {
    return "dynamodb";
  }

  @Override
  public void close() {}
}
