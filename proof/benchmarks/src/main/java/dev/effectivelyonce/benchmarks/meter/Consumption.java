package dev.effectivelyonce.benchmarks.meter;

import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * The writes that the store made and refused, and the capacity that it says it consumed. It says
 * nothing of a write that it refused, which on AWS costs as much as one that it made; DynamoDB
 * Local says nothing of statements either. Safe for use by many threads.
 */
public final class Consumption implements ExecutionInterceptor {
  private final DoubleAdder writeUnits = new DoubleAdder();
  private final DoubleAdder readUnits = new DoubleAdder();
  private final LongAdder refusedWrites = new LongAdder();

  private final LongAdder writes = new LongAdder();
  private final LongAdder untold = new LongAdder();

  /**
   * What was consumed since the last time.
   *
   * @param writes that the store made
   * @param untold requests whose answers do not say what they consumed
   */
  public record Sum(
      double writeUnits, double readUnits, long writes, long refusedWrites, long untold) {
    /** Nothing. */
    public static final Sum NOTHING = new Sum(0, 0, 0, 0, 0);

    /** Both together. */
    public Sum plus(Sum other) {
      return new Sum(
          writeUnits + other.writeUnits,
          readUnits + other.readUnits,
          writes + other.writes,
          refusedWrites + other.refusedWrites,
          untold + other.untold);
    }
  }

  /** What was consumed since the last time. */
  public Sum drain() {
    return new Sum(
        writeUnits.sumThenReset(),
        readUnits.sumThenReset(),
        writes.sumThenReset(),
        refusedWrites.sumThenReset(),
        untold.sumThenReset());
  }

  @Override
  public SdkRequest modifyRequest(
      Context.ModifyRequest context, ExecutionAttributes executionAttributes) {
    ReturnConsumedCapacity asked = ReturnConsumedCapacity.TOTAL;
    return switch (context.request()) {
      case PutItemRequest put -> put.toBuilder().returnConsumedCapacity(asked).build();
      case UpdateItemRequest update -> update.toBuilder().returnConsumedCapacity(asked).build();
      case GetItemRequest get -> get.toBuilder().returnConsumedCapacity(asked).build();
      case BatchGetItemRequest get -> get.toBuilder().returnConsumedCapacity(asked).build();
      case BatchExecuteStatementRequest statements ->
          statements.toBuilder().returnConsumedCapacity(asked).build();
      case TransactWriteItemsRequest transaction ->
          transaction.toBuilder().returnConsumedCapacity(asked).build();
      case SdkRequest other -> other;
    };
  }

  @Override
  public void afterExecution(
      Context.AfterExecution context, ExecutionAttributes executionAttributes) {
    SdkResponse response = context.response();
    switch (response) {
      case PutItemResponse put -> written(1, told(put.consumedCapacity()));
      case UpdateItemResponse update -> written(1, told(update.consumedCapacity()));
      case GetItemResponse get -> read(told(get.consumedCapacity()));
      case BatchGetItemResponse get -> read(get.consumedCapacity());
      case BatchExecuteStatementResponse group -> {
        long refused = group.responses().stream().filter(it -> it.error() != null).count();
        refusedWrites.add(refused);
        written(group.responses().size() - refused, group.consumedCapacity());
      }
      case TransactWriteItemsResponse transaction ->
          written(
              ((TransactWriteItemsRequest) context.request()).transactItems().size(),
              transaction.consumedCapacity());
      default -> {
        // Tables are made and dropped beside what is measured.
      }
    }
  }

  @Override
  public void onExecutionFailure(
      Context.FailedExecution context, ExecutionAttributes executionAttributes) {
    if (context.exception() instanceof ConditionalCheckFailedException) {
      refusedWrites.increment();
    }
  }

  private static List<ConsumedCapacity> told(@Nullable ConsumedCapacity consumed) {
    return Stream.ofNullable(consumed).toList();
  }

  private void written(long made, List<ConsumedCapacity> consumed) {
    writes.add(made);
    writeUnits.add(units(consumed));
  }

  private void read(List<ConsumedCapacity> consumed) {
    readUnits.add(units(consumed));
  }

  private double units(List<ConsumedCapacity> consumed) {
    if (consumed.isEmpty()) {
      untold.increment();
    }
    return consumed.stream().mapToDouble(ConsumedCapacity::capacityUnits).sum();
  }
}
