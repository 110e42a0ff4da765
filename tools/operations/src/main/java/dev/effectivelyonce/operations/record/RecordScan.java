package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deployed.TableFacts;
import dev.effectivelyonce.operations.deployed.TableLookups;
import dev.effectivelyonce.operations.problem.OperationException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Seeks a consumer's records of a status in its table, for what no index lists.
 *
 * @param context where
 * @param consumer whose records
 * @param pace how fast
 */
record RecordScan(OperatorContext context, ConsumerEntry consumer, ScanPace pace) {
  /**
   * Reads the table.
   *
   * @param goesOn takes each record as it is by then; false ends the reading
   * @param unreadable takes the fault of each that this release can't read
   */
  Scanned run(
      Status status, Predicate<IdempotencyRecord> goesOn, Consumer<StoreException> unreadable) {
    if (OperatorContext.isElsewhere(consumer)) {
      throw OperationException.usage(
          "This list of " + consumer.name() + " can be read only from a DynamoDB table",
          "Use `inspect --list` with halfdone, failed or held; set listing OPEN to see more");
    }
    IdempotencyStore store = context.store(consumer);
    return new TableScan(context.clients().dynamoDb(), context.platform(), pace, total())
        .run(
            request(status),
            id -> read(store, id, unreadable).filter(it -> !goesOn.test(it)).isEmpty());
  }

  /** Reads a record anew: by now its attempt may have ended. */
  private static Optional<IdempotencyRecord> read(
      IdempotencyStore store, RecordId id, Consumer<StoreException> unreadable) {
    try {
      return store.find(id);
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.UNREADABLE) {
        throw e;
      }
      unreadable.accept(e);
      return Optional.empty();
    }
  }

  private long total() {
    return new TableLookups(context.clients())
        .table(consumer.table())
        .known()
        .flatMap(table -> table.flatMap(TableFacts::items))
        .orElse(0L);
  }

  /** The attributes have the names that the store gives them, for ever. */
  private ScanRequest request(Status status) {
    return ScanRequest.builder()
        .tableName(consumer.table())
        .filterExpression("#status = :status AND begins_with(id, :consumer)")
        .expressionAttributeNames(Map.of("#status", "status"))
        .expressionAttributeValues(
            Map.of(
                ":status", AttributeValue.fromS(status.name()),
                ":consumer", AttributeValue.fromS(consumer.name() + "#")))
        .build();
  }
}
