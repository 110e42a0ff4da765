package dev.effectivelyonce.simulation.outbox;

import dev.effectivelyonce.dynamodb.outbox.OutboxItem;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.simulation.store.SimulatedClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.paginators.ScanIterable;

/** The client of DynamoDB that a publisher or sweeper has: what they ask of it, and no more. */
public record SimulatedDynamoDb(Caller caller, OutboxTable table, Faults faults)
    implements DynamoDbClient, SimulatedClient {
  private static final int PAGE = 2;

  /** The one statement that a publisher has: all items of some lanes. In pages. */
  @Override
  public ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
    List<String> lanes = request.parameters().stream().map(AttributeValue::s).sorted().toList();
    int from = Integer.parseInt(Objects.requireNonNullElse(request.nextToken(), "0"));
    boolean isConsistent = Boolean.TRUE.equals(request.consistentRead());
    return caller.call(
        Words.of("READ", lanes, "from", from),
        () -> {
          List<String> some = lanes.subList(from, Math.min(lanes.size(), from + PAGE));
          ExecuteStatementResponse.Builder page =
              ExecuteStatementResponse.builder()
                  .items(
                      some.stream()
                          .flatMap(lane -> table.lane(lane).stream())
                          .filter(item -> isConsistent || isSeen())
                          .toList());
          boolean isLast = from + PAGE >= lanes.size();
          return (isLast ? page : page.nextToken(Integer.toString(from + PAGE))).build();
        });
  }

  /** A read that is not consistent may be one of before the item came. */
  private boolean isSeen() {
    return faults.pick(4) < 3;
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    List<WriteRequest> asked = Objects.requireNonNull(request.requestItems().get(OutboxTable.NAME));
    List<Map<String, AttributeValue>> keys =
        asked.stream().map(write -> write.deleteRequest().key()).toList();
    return caller
        .call(
            Words.of("DELETE", ids(keys)),
            () ->
                table.takesDeletes(faults, caller.network().scheduler().now())
                    ? Optional.of(delete(asked))
                    : Optional.<BatchWriteItemResponse>empty())
        .orElseThrow(() -> DynamoDbException.builder().statusCode(400).build());
  }

  private BatchWriteItemResponse delete(List<WriteRequest> asked) {
    List<WriteRequest> left = new ArrayList<>();
    for (WriteRequest write : asked) {
      if (faults.happens(Fault.ITEM_UNPROCESSED)) {
        left.add(write);
      } else {
        table.delete(write.deleteRequest().key());
      }
    }
    return BatchWriteItemResponse.builder()
        .unprocessedItems(left.isEmpty() ? Map.of() : Map.of(OutboxTable.NAME, left))
        .build();
  }

  /** In pages, and by the one filter that a sweeper has: by the time of making. */
  @Override
  public ScanResponse scan(ScanRequest request) {
    OutboxTable.Part part = new OutboxTable.Part(request.segment(), request.totalSegments());
    String before = Objects.requireNonNull(request.expressionAttributeValues().get(":before")).n();
    return caller.call(
        Words.of("SCAN", part.number()),
        () -> {
          List<Map<String, AttributeValue>> page =
              request.hasExclusiveStartKey()
                  ? table.itemsAfter(request.exclusiveStartKey(), part, PAGE)
                  : table.items(part, PAGE);
          List<Map<String, AttributeValue>> made =
              page.stream().filter(item -> isBefore(item, before)).toList();
          ScanResponse.Builder answer = ScanResponse.builder().items(made);
          return (page.size() < PAGE ? answer : answer.lastEvaluatedKey(key(page.getLast())))
              .build();
        });
  }

  private static Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    return OutboxItem.key(
        OutboxTable.text(item, OutboxItem.LANE_ATTRIBUTE),
        OutboxTable.text(item, OutboxItem.ID_ATTRIBUTE));
  }

  private static boolean isBefore(Map<String, AttributeValue> item, String millis) {
    AttributeValue made = Objects.requireNonNull(item.get(OutboxItem.CREATED_AT_ATTRIBUTE));
    return Long.parseLong(made.n()) < Long.parseLong(millis);
  }

  @Override
  public ScanIterable scanPaginator(ScanRequest request) {
    return new ScanIterable(this, request);
  }

  private static List<String> ids(List<Map<String, AttributeValue>> keys) {
    return keys.stream().map(key -> OutboxTable.text(key, OutboxItem.ID_ATTRIBUTE)).toList();
  }
}
