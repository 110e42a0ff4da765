package dev.effectivelyonce.outbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.paginators.ScanIterable;

/** DynamoDB, of which some next requests can be spoiled. */
final class FlakyDynamoDb implements DynamoDbClient, Stub {
  private final DynamoDbClient dynamoDb;
  private final Deque<Function<BatchWriteItemRequest, BatchWriteItemResponse>> writes =
      new ArrayDeque<>();

  FlakyDynamoDb(DynamoDbClient dynamoDb) {
    this.dynamoDb = dynamoDb;
  }

  /** Spoils one more of the next deletes. */
  void spoilDelete(Function<BatchWriteItemRequest, BatchWriteItemResponse> spoiling) {
    writes.add(spoiling);
  }

  @Override
  public ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
    return dynamoDb.executeStatement(request);
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    return Optional.ofNullable(isOfMessages(request) ? writes.poll() : null)
        .map(spoiling -> spoiling.apply(request))
        .orElseGet(() -> dynamoDb.batchWriteItem(request));
  }

  /** A process tries whether the table takes deletes with a key that no message has. */
  private static boolean isOfMessages(BatchWriteItemRequest request) {
    return request.requestItems().values().stream()
        .flatMap(List::stream)
        .anyMatch(it -> !OutboxKey.ofItem(it.deleteRequest().key()).id().equals("#"));
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    return dynamoDb.scan(request);
  }

  @Override
  public ScanIterable scanPaginator(ScanRequest request) {
    return dynamoDb.scanPaginator(request);
  }
}
