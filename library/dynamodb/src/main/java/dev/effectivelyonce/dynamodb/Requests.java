package dev.effectivelyonce.dynamodb;

import static software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure.ALL_OLD;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.Write;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The requests of a store. Their exact form is kept in golden files. */
final class Requests {
  private final String table;
  private final Listing listing;

  Requests(String table, Listing listing) {
    this.table = table;
    this.listing = listing;
  }

  String table() {
    return table;
  }

  PutItemRequest put(Write.Claim write) {
    Condition condition = Condition.of(write.guard());
    return PutItemRequest.builder()
        .tableName(table)
        .item(item(IdempotencyRecord.claimed(write.claim())))
        .conditionExpression(condition.expression())
        .expressionAttributeNames(condition.names())
        .expressionAttributeValues(condition.values())
        .returnValuesOnConditionCheckFailure(ALL_OLD)
        .build();
  }

  UpdateItemRequest update(Write.Change change) {
    return planned(change).request(table, change.id());
  }

  /** Only what a verb changes, so that it pays for no more, and leaves other attributes alone. */
  private Update planned(Write.Change change) {
    IdempotencyRecord seen = change.seen();
    IdempotencyRecord after = Kept.of(change.after(seen));
    Condition condition = Condition.of(change.guard());
    return switch (change) {
      case Write.TakeOver(var ignored, Claim claim) -> takenOver(seen, after, claim, condition);
      case Write.Renew ignored ->
          stamped(after, condition).set(Attributes.LEASE, Values.millis(after.leaseUntil()));
      case Write.Note note -> noted(seen, after, note.step().name(), condition);
      case Write.Ending ignored -> ended(seen, after, condition);
      case Write.Hold ignored -> ended(seen, after, condition);
      case Write.Settle ignored -> settled(after, condition);
      case Write.SettleStep decision ->
          withStep(settled(after, condition), seen, after, decision.step().name());
      case Write.Erase ignored -> erased(after, condition);
    };
  }

  private Update takenOver(
      IdempotencyRecord seen, IdempotencyRecord after, Claim claim, Condition condition) {
    Update update =
        movedTo(after, condition)
            .setOrRemove(Attributes.LISTING, listingKey(after))
            .set(Attributes.OWNER, Values.string(after.owner().value()))
            .set(Attributes.LEASE, Values.millis(after.leaseUntil()))
            .setOrRemove(Attributes.FUNCTION, ItemCodec.function(after))
            .setOrRemove(Attributes.PAYLOAD, ItemCodec.payload(after));
    if (PowertoolsItem.isOwner(seen.owner())) {
      update
          .set(Attributes.ATTEMPT, Values.number(after.attempt()))
          .set(Attributes.SCHEMA, Values.number(Attributes.SCHEMA_VERSION));
    } else {
      update.increment(Attributes.ATTEMPT);
    }
    claim
        .fingerprint()
        .ifPresent(it -> update.setIfAbsent(Attributes.VALIDATION, Values.string(it.value())));
    claim
        .readableKey()
        .ifPresent(it -> update.setIfAbsent(Attributes.BUSINESS_KEY, Values.string(it)));
    return update;
  }

  /**
   * Only the step changes, and where its record becomes open or ceases to be, the stamp and the
   * listing. The index is sorted by the last write: a note that left it alone costs it nothing.
   */
  private Update noted(
      IdempotencyRecord seen, IdempotencyRecord after, String step, Condition condition) {
    Update update = new Update(condition);
    if (!after.stamp().at().equals(seen.stamp().at())) {
      update.set(Attributes.UPDATED_AT, Values.millis(after.stamp().at()));
    }
    update.set(Attributes.EXPIRATION, Values.seconds(after.stamp().keptUntil()));
    return withStep(relisted(update, seen, after), seen, after, step);
  }

  private static Update withStep(
      Update update, IdempotencyRecord seen, IdempotencyRecord after, String name) {
    AttributeValue value = StepCodec.value(after.step(name).orElseThrow());
    return seen.steps().isEmpty()
        ? update.set(Attributes.STEPS, AttributeValue.fromM(Map.of(name, value)))
        : update.setEntry(Attributes.STEPS, name, value);
  }

  /** What a commit does to its record, as an action of its transaction. */
  TransactWriteItem action(Commit.Recorded commit) {
    return switch (commit) {
      case Commit.Completing(Write.Complete completion, var ignored) ->
          action(update(completion));
      case Commit.AtOnce atOnce -> action(atOnce);
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

  private TransactWriteItem action(Commit.AtOnce commit) {
    IdempotencyRecord done = Kept.of(commit.record());
    Condition condition = Condition.of(commit.guard());
    Map<String, AttributeValue> item = item(done);
    data(done.result()).ifPresent(it -> item.put(Attributes.DATA, it));
    omitted(done.result()).ifPresent(it -> item.put(Attributes.OMITTED, it));
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

  /**
   * The state changes, and with it result and error; owner, attempt and lease stay. A claim that
   * was never listed has nothing to take from the listing.
   */
  private Update ended(IdempotencyRecord seen, IdempotencyRecord after, Condition condition) {
    return relisted(movedTo(after, condition), seen, after);
  }

  private Update relisted(Update update, IdempotencyRecord before, IdempotencyRecord after) {
    return listing.lists(before) || listing.lists(after)
        ? update.setOrRemove(Attributes.LISTING, listingKey(after))
        : update;
  }

  BatchStatementRequest statement(Write.Groupable write) {
    return switch (write) {
      case Write.Claim(Claim claim) -> insert(item(IdempotencyRecord.claimed(claim)));
      case Write.Ending end -> planned(end).statement(table, end.id());
    };
  }

  /** A claim in PartiQL. It asks for less: an expired record refuses it too. */
  private BatchStatementRequest insert(Map<String, AttributeValue> claimed) {
    Map<String, AttributeValue> item = new TreeMap<>(claimed);
    String attributes =
        item.keySet().stream().map(it -> "'" + it + "': ?").collect(Collectors.joining(", "));
    return BatchStatementRequest.builder()
        .statement("INSERT INTO \"" + table + "\" VALUE {" + attributes + "}")
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
            .keys(ids.stream().map(Requests::key).toList())
            .consistentRead(true)
            .build();
    return BatchGetItemRequest.builder().requestItems(Map.of(table, keys)).build();
  }

  /** An operator's decision, as an attempt's end, but about a record that may well be listed. */
  private Update settled(IdempotencyRecord after, Condition condition) {
    return movedTo(after, condition).setOrRemove(Attributes.LISTING, listingKey(after));
  }

  /** All that may be personal, in one update; the steps as a whole, since nobody notes any now. */
  private Update erased(IdempotencyRecord after, Condition condition) {
    Update update =
        settled(after, condition).setOrRemove(Attributes.BUSINESS_KEY, Optional.empty());
    return after.steps().isEmpty()
        ? update
        : update.set(Attributes.STEPS, StepCodec.value(after.steps()));
  }

  DeleteItemRequest delete(Write.Forget write) {
    Condition condition = Condition.of(write.guard());
    return DeleteItemRequest.builder()
        .tableName(table)
        .key(key(write.id()))
        .conditionExpression(condition.expression())
        .expressionAttributeNames(condition.names())
        .expressionAttributeValues(condition.values())
        .returnValues(ReturnValue.ALL_OLD)
        .returnValuesOnConditionCheckFailure(ALL_OLD)
        .build();
  }

  GetItemRequest find(RecordId id) {
    return GetItemRequest.builder().tableName(table).key(key(id)).consistentRead(true).build();
  }

  /** The entries of a shard, oldest change first. */
  QueryRequest listed(String shard) {
    return QueryRequest.builder()
        .tableName(table)
        .indexName(Attributes.LISTING_INDEX)
        .keyConditionExpression("#listing = :listing")
        .expressionAttributeNames(Map.of("#listing", Attributes.LISTING))
        .expressionAttributeValues(Map.of(":listing", Values.string(shard)))
        .build();
  }

  private Map<String, AttributeValue> item(IdempotencyRecord claimed) {
    Map<String, AttributeValue> item = ItemCodec.claimed(claimed);
    listingKey(claimed).ifPresent(it -> item.put(Attributes.LISTING, it));
    return item;
  }

  private Optional<AttributeValue> listingKey(IdempotencyRecord record) {
    return listing.lists(record)
        ? Optional.of(Values.string(Shards.of(record.id())))
        : Optional.empty();
  }

  private static Update movedTo(IdempotencyRecord after, Condition condition) {
    return stamped(after, condition)
        .set(Attributes.STATUS, Values.string(after.status().name()))
        .setOrRemove(Attributes.DATA, data(after.result()))
        .setOrRemove(Attributes.OMITTED, omitted(after.result()))
        .setOrRemove(Attributes.ERROR, after.error().map(why -> Values.string(why.text())));
  }

  private static Update stamped(IdempotencyRecord after, Condition condition) {
    return new Update(condition)
        .set(Attributes.UPDATED_AT, Values.millis(after.stamp().at()))
        .set(Attributes.EXPIRATION, Values.seconds(after.stamp().keptUntil()));
  }

  private static Optional<AttributeValue> data(StoredResult result) {
    return result instanceof Text(String value)
        ? Optional.of(Values.string(value))
        : Optional.empty();
  }

  private static Optional<AttributeValue> omitted(StoredResult result) {
    return result instanceof Omitted omitted
        ? Optional.of(Values.omitted(omitted))
        : Optional.empty();
  }

  private static Map<String, AttributeValue> key(RecordId id) {
    return Map.of(Attributes.ID, Values.string(id.value()));
  }
}
