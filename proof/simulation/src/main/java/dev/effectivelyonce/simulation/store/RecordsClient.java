package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementError;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * The client of DynamoDB that groups of writes and transactions of the real store have: what they
 * ask of it, and no more. A statement of a group has its own fate, in any order; an INSERT that is
 * refused does not say by what, and an expired record refuses it too.
 */
record RecordsClient(SimulatedStore store, Table table) implements DynamoDbClient, SimulatedClient {
  /** The table of records. */
  static final String TABLE = "records";

  @Override
  public BatchExecuteStatementResponse batchExecuteStatement(BatchExecuteStatementRequest request) {
    List<Statement> statements = request.statements().stream().map(Statement::of).toList();
    List<Write.Groupable> writes = statements.stream().map(Statement::write).toList();
    Words what = Words.of("GROUP", writes.stream().map(table::words).toList());
    return BatchExecuteStatementResponse.builder()
        .responses(asGroup(what, () -> carryOut(statements, writes)))
        .build();
  }

  private List<BatchStatementResponse> carryOut(
      List<Statement> statements, List<Write.Groupable> writes) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      order.add(table.pick(order.size() + 1), i);
    }
    BatchStatementResponse[] responses = new BatchStatementResponse[writes.size()];
    order.forEach(i -> responses[i] = carryOut(statements.get(i), writes.get(i)));
    return Arrays.asList(responses);
  }

  private BatchStatementResponse carryOut(Statement statement, Write write) {
    if (table.happens(Fault.STATEMENT_FAILS)) {
      if (table.pick(2) == 1) {
        BatchStatementResponse ignored = carryOutSurely(statement, write);
      }
      return refused(BatchStatementErrorCodeEnum.INTERNAL_SERVER_ERROR, Optional.empty());
    }
    return carryOutSurely(statement, write);
  }

  private BatchStatementResponse carryOutSurely(Statement statement, Write write) {
    Optional<IdempotencyRecord> before = table.records().find(write.id());
    boolean isClaim = write instanceof Write.Claim;
    if (write instanceof Write.Claim(Claim claim)
        && before.filter(it -> it.isExpired(claim.stamp().at())).isPresent()) {
      return refused(BatchStatementErrorCodeEnum.DUPLICATE_ITEM, Optional.empty());
    }
    return switch (table.write(write)) {
      case WriteResult.Written(IdempotencyRecord after) -> written(statement, before, after);
      case WriteResult.Refused(Optional<IdempotencyRecord> current) ->
          isClaim
              ? refused(BatchStatementErrorCodeEnum.DUPLICATE_ITEM, Optional.empty())
              : refused(BatchStatementErrorCodeEnum.CONDITIONAL_CHECK_FAILED, current);
    };
  }

  private static BatchStatementResponse written(
      Statement statement, Optional<IdempotencyRecord> before, IdempotencyRecord after) {
    if (!statement.leaves(after)) {
      throw new IllegalStateException(statement + " does not leave " + after);
    }
    BatchStatementResponse.Builder response = BatchStatementResponse.builder();
    // Only an update returns the item that was before it.
    before.filter(it -> !statement.where().isEmpty()).map(Items::of).ifPresent(response::item);
    return response.build();
  }

  private static BatchStatementResponse refused(
      BatchStatementErrorCodeEnum code, Optional<IdempotencyRecord> standing) {
    BatchStatementError.Builder error = BatchStatementError.builder().code(code);
    standing.map(Items::of).ifPresent(error::item);
    return BatchStatementResponse.builder().error(error.build()).build();
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    List<Map<String, AttributeValue>> keys =
        Objects.requireNonNull(request.requestItems().get(TABLE)).keys();
    return call(Words.of("READ of", keys.size()), () -> read(keys));
  }

  private BatchGetItemResponse read(List<Map<String, AttributeValue>> keys) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    List<Map<String, AttributeValue>> unread = new ArrayList<>();
    for (Map<String, AttributeValue> key : keys) {
      if (table.happens(Fault.KEY_UNREAD)) {
        unread.add(key);
      } else {
        table.find(Items.id(key)).map(Items::of).ifPresent(items::add);
      }
    }
    KeysAndAttributes left = KeysAndAttributes.builder().keys(unread).build();
    return BatchGetItemResponse.builder()
        .responses(Map.of(TABLE, items))
        .unprocessedKeys(unread.isEmpty() ? Map.of() : Map.of(TABLE, left))
        .build();
  }

  /** A request with a token that it has carried out is answered as the first one was. */
  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    List<TransactionActions> members = TransactionActions.of(request.transactItems());
    Words what = Words.of("COMMIT", members.stream().map(it -> it.words(table)).toList());
    Supplier<List<CancellationReason>> once =
        () -> table.once(request.clientRequestToken(), () -> carriedOut(members));
    List<CancellationReason> reasons = members.size() == 1 ? call(what, once) : asGroup(what, once);
    if (!reasons.isEmpty()) {
      throw SdkFaults.cancelled(reasons);
    }
    return TransactWriteItemsResponse.builder().build();
  }

  /** Why not; empty: they all happened. */
  private List<CancellationReason> carriedOut(List<TransactionActions> members) {
    if (members.size() == 1) {
      TransactionActions alone = members.getFirst();
      return table.happens(Fault.WRITE_CONFLICTS) ? alone.conflict() : alone.carriedOut(table);
    }
    List<CancellationReason> reasons =
        members.stream()
            .map(it -> table.happens(Fault.STATEMENT_FAILS) ? it.conflict() : it.foreseen(table))
            .flatMap(List::stream)
            .toList();
    if (!reasons.stream().allMatch(TransactionActions::isNone)) {
      return reasons;
    }
    return members.stream().map(it -> it.carriedOut(table)).flatMap(List::stream).toList();
  }

  private <T> T asGroup(Words what, Supplier<T> carriedOut) {
    return call(
            what,
            () ->
                table.happens(Fault.GROUP_REFUSED)
                    ? Optional.<T>empty()
                    : Optional.of(carriedOut.get()))
        .orElseThrow(SdkFaults::invalid);
  }

  private <T> T call(Words what, Supplier<T> carriedOut) {
    try {
      return store.call(what, carriedOut);
    } catch (StoreException e) {
      throw SdkFaults.of(e);
    }
  }

  @Override
  public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
    return DynamoDbServiceClientConfiguration.builder().build();
  }
}
