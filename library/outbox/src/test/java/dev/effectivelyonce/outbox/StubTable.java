package dev.effectivelyonce.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxMessage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

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
    item.put("created_at", AttributeValue.fromN(Long.toString(message.createdAt().toEpochMilli())));
    items.put(MessageKey.of(message), item);
  }

  /** Runs before a request arrives, and before its answer does. */
  Runnable around = () -> {};

  private <T> T troubled(Supplier<T> call) {
    around.run();
    T answer = call.get();
    around.run();
    return answer;
  }

  /** The keys in the order of their texts, whatever the time. */
  @Override
  public ScanResponse scan(ScanRequest request) {
    long before = number(request.expressionAttributeValues(), ":before");
    return troubled(
        () ->
            ScanResponse.builder()
                .items(
                    items.entrySet().stream()
                        .filter(it -> number(it.getValue(), "created_at") < before)
                        .sorted(
                            Comparator.comparing(it -> it.getKey().lane() + "#" + it.getKey().id()))
                        .map(Map.Entry::getValue)
                        .toList())
                .build());
  }

  private static long number(Map<String, AttributeValue> values, String name) {
    return Long.parseLong(values.getOrDefault(name, AttributeValue.fromN("0")).n());
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return troubled(() -> read(request));
  }

  private BatchGetItemResponse read(BatchGetItemRequest request) {
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
    return troubled(() -> delete(request));
  }

  private BatchWriteItemResponse delete(BatchWriteItemRequest request) {
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
