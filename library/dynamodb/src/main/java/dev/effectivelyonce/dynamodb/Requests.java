package dev.effectivelyonce.dynamodb;

import static software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure.ALL_OLD;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Text;
import dev.effectivelyonce.core.store.Listing;
import java.time.Instant;
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

  PutItemRequest claim(Claim claim) {
    Condition condition = Condition.absentAt(claim.stamp().at());
    return PutItemRequest.builder()
        .tableName(table)
        .item(item(IdempotencyRecord.claimed(claim)))
        .conditionExpression(condition.expression())
        .expressionAttributeNames(condition.names())
        .expressionAttributeValues(condition.values())
        .returnValuesOnConditionCheckFailure(ALL_OLD)
        .build();
  }

  UpdateItemRequest takeOver(IdempotencyRecord seen, Claim claim) {
    IdempotencyRecord after = seen.takenOver(claim);
    Update update =
        movedTo(after, Condition.asSeen(seen))
            .setOrRemove(Attributes.LISTING, listingKey(after))
            .set(Attributes.OWNER, Values.string(claim.owner().value()))
            .set(Attributes.LEASE, Values.millis(claim.leaseUntil()))
            .setOrRemove(Attributes.FUNCTION, ItemCodec.function(after))
            .setOrRemove(Attributes.PAYLOAD, ItemCodec.payload(after));
    if (PowertoolsItem.isSourceOf(seen)) {
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
    return update.request(table, seen.id());
  }

  /** Only the lease and the stamp change. */
  UpdateItemRequest renew(IdempotencyRecord mine, IdempotencyRecord after) {
    return stamped(after, Condition.heldUntil(after.leaseUntil(), mine))
        .set(Attributes.LEASE, Values.millis(after.leaseUntil()))
        .request(table, after.id());
  }

  /**
   * Only the step changes, and where its record becomes open or ceases to be, the stamp and the
   * listing. The index is sorted by the last write: a note that left it alone costs it nothing.
   */
  UpdateItemRequest note(IdempotencyRecord mine, Step step, Stamp stamp) {
    IdempotencyRecord after = mine.noted(step, stamp);
    Update update = new Update(Condition.heldBy(mine).withStepAsIn(mine, step.name()));
    if (!after.stamp().at().equals(mine.stamp().at())) {
      update.set(Attributes.UPDATED_AT, Values.millis(after.stamp().at()));
    }
    update.set(Attributes.EXPIRATION, Values.seconds(after.stamp().keptUntil()));
    return noted(relisted(update, mine, after), mine, step).request(table, mine.id());
  }

  private static Update noted(Update update, IdempotencyRecord before, Step step) {
    AttributeValue value = StepCodec.value(step);
    return before.steps().isEmpty()
        ? update.set(Attributes.STEPS, AttributeValue.fromM(Map.of(step.name(), value)))
        : update.setEntry(Attributes.STEPS, step.name(), value);
  }

  /**
   * An attempt's end: the state changes, and with it result and error; owner, attempt and lease
   * stay. A claim that was never listed has nothing to take from the listing.
   *
   * @param before as the attempt last saw it
   */
  UpdateItemRequest end(IdempotencyRecord before, IdempotencyRecord after, Condition condition) {
    return ending(before, after, condition).request(table, after.id());
  }

  /** An attempt's end as an action of a transaction. */
  TransactWriteItem endAction(
      IdempotencyRecord before, IdempotencyRecord after, Condition condition) {
    UpdateItemRequest end = end(before, after, condition);
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

  /** The record of an attempt that claims and completes at once, as an action of a transaction. */
  TransactWriteItem atOnceAction(IdempotencyRecord done) {
    Condition condition = Condition.absentAt(done.stamp().at());
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

  private Update ending(IdempotencyRecord before, IdempotencyRecord after, Condition condition) {
    return relisted(movedTo(after, condition), before, after);
  }

  private Update relisted(Update update, IdempotencyRecord before, IdempotencyRecord after) {
    return listing.lists(before) || listing.lists(after)
        ? update.setOrRemove(Attributes.LISTING, listingKey(after))
        : update;
  }

  /** The claim in PartiQL. It asks for less: an expired record refuses it too. */
  BatchStatementRequest claimStatement(Claim claim) {
    Map<String, AttributeValue> item = new TreeMap<>(item(IdempotencyRecord.claimed(claim)));
    String attributes =
        item.keySet().stream().map(it -> "'" + it + "': ?").collect(Collectors.joining(", "));
    return BatchStatementRequest.builder()
        .statement("INSERT INTO \"" + table + "\" VALUE {" + attributes + "}")
        .parameters(item.values())
        .returnValuesOnConditionCheckFailure(ALL_OLD)
        .build();
  }

  /** An attempt's end in PartiQL. */
  BatchStatementRequest endStatement(
      IdempotencyRecord before, IdempotencyRecord after, Condition condition) {
    return ending(before, after, condition).statement(table, after.id());
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
  UpdateItemRequest settle(IdempotencyRecord after, Condition condition) {
    return settled(after, condition).request(table, after.id());
  }

  /** An operator's decision about a step: with the state, that step alone changes. */
  UpdateItemRequest settleStep(IdempotencyRecord seen, Step step, Stamp stamp) {
    Condition condition = Condition.restingAt(stamp.at(), seen).withStepAsIn(seen, step.name());
    return noted(settled(seen.stepSettled(step, stamp), condition), seen, step)
        .request(table, seen.id());
  }

  private Update settled(IdempotencyRecord after, Condition condition) {
    return movedTo(after, condition).setOrRemove(Attributes.LISTING, listingKey(after));
  }

  /** All that may be personal, in one update; the steps as a whole, since nobody notes any now. */
  UpdateItemRequest erase(IdempotencyRecord seen, Instant now) {
    IdempotencyRecord after = seen.erased();
    Update update =
        settled(after, Condition.restingAt(now, seen))
            .setOrRemove(Attributes.BUSINESS_KEY, Optional.empty());
    if (!after.steps().isEmpty()) {
      update.set(Attributes.STEPS, StepCodec.value(after.steps()));
    }
    return update.request(table, after.id());
  }

  DeleteItemRequest forget(IdempotencyRecord seen, Instant now) {
    Condition condition = Condition.restingAt(now, seen);
    return DeleteItemRequest.builder()
        .tableName(table)
        .key(key(seen.id()))
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
