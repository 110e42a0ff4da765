package dev.effectivelyonce.outbox;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.sqs.Stub;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** An outbox table in memory, without an engine: what a publisher asks of it, and no more. */
final class StubTable implements DynamoDbClient, Stub {
  static final String NAME = "outbox";

  final Map<OutboxKey, Map<String, AttributeValue>> items = new HashMap<>();

  /** These lanes DynamoDB does not read. */
  final Set<String> unanswered = new HashSet<>();

  /** So many items are a page of what is read. */
  int itemsOfAPage = Integer.MAX_VALUE;

  /** Of these it keeps the items. */
  Predicate<OutboxKey> undeletable = key -> false;

  void put(OutboxMessage message) {
    Map<String, AttributeValue> item = new HashMap<>(OutboxItem.key(message));
    item.put("outbox_schema", AttributeValue.fromN("1"));
    item.put("consumer", AttributeValue.fromS(message.consumer()));
    item.put("destination", AttributeValue.fromS(message.outgoing().destination()));
    item.put("name", AttributeValue.fromS(message.outgoing().name()));
    item.put("body", AttributeValue.fromS(message.outgoing().body()));
    item.put("created_at", AttributeValue.fromN(Long.toString(message.createdAt().toEpochMilli())));
    Map<String, AttributeValue> attributes = new HashMap<>();
    message
        .outgoing()
        .attributes()
        .forEach((name, value) -> attributes.put(name, AttributeValue.fromS(value)));
    item.put("attributes", AttributeValue.fromM(attributes));
    message
        .place()
        .after()
        .ifPresent(
            id -> {
              item.put("after", AttributeValue.fromS(id));
              item.put("place", AttributeValue.fromN(Integer.toString(message.place().number())));
            });
    items.put(OutboxKey.of(message), item);
  }

  /** The keys in the order of their texts, whatever the time. */
  @Override
  public ScanResponse scan(ScanRequest request) {
    long before = number(request.expressionAttributeValues(), ":before");
    return ScanResponse.builder()
        .items(
            items.entrySet().stream()
                .filter(it -> number(it.getValue(), "created_at") < before)
                .filter(it -> part(it.getKey(), request) == request.segment())
                .sorted(Comparator.comparing(it -> it.getKey().lane() + "#" + it.getKey().id()))
                .map(Map.Entry::getValue)
                .toList())
        .build();
  }

  private static long number(Map<String, AttributeValue> values, String name) {
    return Long.parseLong(values.getOrDefault(name, AttributeValue.fromN("0")).n());
  }

  private static int part(OutboxKey key, ScanRequest request) {
    return Math.floorMod(key.lane().hashCode(), request.totalSegments());
  }

  @Override
  public ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
    int from = request.nextToken() == null ? 0 : Integer.parseInt(request.nextToken());
    List<String> lanes = request.parameters().stream().map(AttributeValue::s).toList();
    return page(read(lanes), from);
  }

  private ExecuteStatementResponse page(List<Map<String, AttributeValue>> all, int from) {
    boolean isLast = all.size() - from <= itemsOfAPage;
    return ExecuteStatementResponse.builder()
        .items(all.subList(from, isLast ? all.size() : from + itemsOfAPage))
        .nextToken(isLast ? null : Integer.toString(from + itemsOfAPage))
        .build();
  }

  private List<Map<String, AttributeValue>> read(List<String> lanes) {
    if (lanes.stream().anyMatch(unanswered::contains)) {
      throw SdkClientException.create("It is not answered");
    }
    return items.entrySet().stream()
        .filter(it -> lanes.contains(it.getKey().lane()))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    List<WriteRequest> left = new ArrayList<>();
    for (WriteRequest write : request.requestItems().getOrDefault(NAME, List.of())) {
      OutboxKey key = OutboxKey.ofItem(write.deleteRequest().key());
      if (undeletable.test(key)) {
        left.add(write);
      } else {
        items.remove(key);
      }
    }
    return BatchWriteItemResponse.builder()
        .unprocessedItems(left.isEmpty() ? Map.of() : Map.of(NAME, left))
        .build();
  }
}
