package dev.effectivelyonce.dynamodb;

import static software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure.ALL_OLD;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.Guard;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Makes the requests of a store. Their exact form is kept in golden files. */
final class RequestFactory {
  private final String table;
  private final ItemUpdates updates;

  RequestFactory(String table, Listing listing) {
    this.table = table;
    this.updates = new ItemUpdates(listing);
  }

  String table() {
    return table;
  }

  /** Puts the whole item of a claim, of a record that is forgotten, or of a copy. */
  PutItemRequest put(IdempotencyRecord record, Guard guard) {
    Condition condition = Condition.of(guard);
    return PutItemRequest.builder()
        .tableName(table)
        .item(updates.item(record))
        .conditionExpression(condition.expression())
        .expressionAttributeNames(condition.names())
        .expressionAttributeValues(condition.values())
        .returnValuesOnConditionCheckFailure(ALL_OLD)
        .build();
  }

  UpdateItemRequest update(Write.Change change) {
    return updates.of(change).request(table, change.id());
  }

  /** Returns the record's part of a commit, as an action of its transaction. */
  TransactWriteItem action(Commit.Recorded commit) {
    return switch (commit) {
      case Commit.Completing completing -> action(update(completing.completion()));
      case Commit.AtOnce atOnce -> putAction(FittedRecord.of(atOnce.record()), atOnce.guard());
    };
  }

  private static TransactWriteItem action(UpdateItemRequest end) {
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(end.tableName())
                    .key(end.key())
                    .updateExpression(end.updateExpression())
                    .conditionExpression(end.conditionExpression())
                    .expressionAttributeNames(end.expressionAttributeNames())
                    .expressionAttributeValues(end.expressionAttributeValues())
                    .returnValuesOnConditionCheckFailure(ALL_OLD))
        .build();
  }

  private TransactWriteItem putAction(IdempotencyRecord record, Guard guard) {
    Condition condition = Condition.of(guard);
    Map<String, AttributeValue> item = updates.item(record);
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(table)
                    .item(item)
                    .conditionExpression(condition.expression())
                    .expressionAttributeNames(condition.names())
                    .expressionAttributeValues(condition.values())
                    .returnValuesOnConditionCheckFailure(ALL_OLD))
        .build();
  }

  /** Returns an operator's write, as an action of the transaction with its entry. */
  TransactWriteItem action(Write.ByOperator write) {
    return switch (write) {
      case Write.Forget forget -> putAction(forget.after(), forget.guard());
      case Write.Change change -> action(update(change));
    };
  }

  BatchStatementRequest statement(Write.Groupable write) {
    return switch (write) {
      case Write.Claim(Claim claim) -> insert(updates.item(IdempotencyRecord.claimed(claim)));
      case Write.Ending end -> updates.of(end).statement(table, end.id());
    };
  }

  /** Returns a claim in PartiQL. Unlike a plain claim, it is refused by an expired record too. */
  private BatchStatementRequest insert(SortedMap<String, AttributeValue> item) {
    StringBuilder text = new StringBuilder("INSERT INTO \"").append(table).append("\" VALUE {");
    String before = "'";
    for (String attribute : item.keySet()) {
      text.append(before).append(attribute).append("': ?");
      before = ", '";
    }
    return BatchStatementRequest.builder()
        .statement(text.append('}').toString())
        .parameters(item.values())
        .returnValuesOnConditionCheckFailure(ALL_OLD)
        .build();
  }

  static BatchExecuteStatementRequest group(List<BatchStatementRequest> statements) {
    return BatchExecuteStatementRequest.builder().statements(statements).build();
  }

  BatchGetItemRequest find(Collection<RecordId> ids) {
    KeysAndAttributes keys =
        KeysAndAttributes.builder()
            .keys(ids.stream().map(RequestFactory::key).toList())
            .consistentRead(true)
            .build();
    return BatchGetItemRequest.builder().requestItems(Map.of(table, keys)).build();
  }

  GetItemRequest find(RecordId id) {
    return GetItemRequest.builder().tableName(table).key(key(id)).consistentRead(true).build();
  }

  GetItemRequest trail(RecordId id) {
    return GetItemRequest.builder()
        .tableName(table)
        .key(Map.of(Attributes.ID, Trail.key(id)))
        .consistentRead(true)
        .build();
  }

  /** Returns the query for the entries of a shard, oldest change first. */
  QueryRequest listed(String shard) {
    return QueryRequest.builder()
        .tableName(table)
        .indexName(Attributes.LISTING_INDEX)
        .keyConditionExpression("#listing = :listing")
        .expressionAttributeNames(Map.of("#listing", Attributes.LISTING))
        .expressionAttributeValues(Map.of(":listing", Values.string(shard)))
        .build();
  }

  private static Map<String, AttributeValue> key(RecordId id) {
    return Map.of(Attributes.ID, Values.string(id.value()));
  }
}
