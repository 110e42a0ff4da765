package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Keeps the trail of a record in an item of its own, and writes it with the record in one
 * TransactWriteItems. The trail is read before: it tells whether the write has arrived already.
 */
record DynamoDbTrail(
    DynamoDbClient client, RequestFactory requests, ErrorTranslator faults, TimeLeft timeLeft)
    implements AuditLog {
  /** How often an operator's write may meet that of another on the same trail. */
  private static final int TRIES = 4;

  @Override
  public WriteResult write(Write.ByOperator write, TrailEntry entry) {
    Optional<WriteResult> result = Optional.empty();
    for (int tries = 1; result.isEmpty(); tries++) {
      result = tried(write, entry, tries == TRIES);
    }
    return result.get();
  }

  @Override
  public boolean erase(RecordId id, TrailEntry entry) {
    Optional<Boolean> result = Optional.empty();
    for (int tries = 1; result.isEmpty(); tries++) {
      result = triedErasing(id, entry, tries == TRIES);
    }
    return result.get();
  }

  @Override
  public List<TrailEntry> entries(RecordId id) {
    return read(id).parsed();
  }

  /** Returns the result; empty if another entry was written since the trail was read. */
  private Optional<WriteResult> tried(Write.ByOperator write, TrailEntry entry, boolean isLast) {
    Trail before = read(write.id());
    if (before.has(entry)) {
      return Optional.of(written(write));
    }
    Trail kept = write instanceof Write.Erase ? before.erased() : before;
    Trail after = kept.with(entry, AuditLog.keptUntil(write, entry));
    try {
      send(List.of(requests.action(write), put(after, before)), entry);
      return Optional.of(written(write));
    } catch (TransactionCanceledException e) {
      List<CancellationReason> reasons = e.cancellationReasons();
      if (reasons.size() == 2 && Cancellation.isCondition(reasons.get(0))) {
        return Optional.of(
            read(write.id()).has(entry)
                ? written(write)
                : new Refused(Cancellation.standing(reasons.get(0))));
      }
      throwUnlessTrailChanged(e, isLast);
      return Optional.empty();
    }
  }

  /** Returns whether there is a trail; empty if another entry was written since it was read. */
  private Optional<Boolean> triedErasing(RecordId id, TrailEntry entry, boolean isLast) {
    Trail before = read(id);
    if (before.count() == 0 || before.has(entry)) {
      return Optional.of(before.count() > 0);
    }
    try {
      send(List.of(put(before.erased().with(entry, before.keptUntil()), before)), entry);
      return Optional.of(true);
    } catch (TransactionCanceledException e) {
      throwUnlessTrailChanged(e, isLast);
      return Optional.empty();
    }
  }

  /**
   * The trail is the last of the actions. Another operator's entry in it is reason to read it
   * again.
   */
  private void throwUnlessTrailChanged(TransactionCanceledException e, boolean isLast) {
    List<CancellationReason> reasons = e.cancellationReasons();
    if (isLast || reasons.isEmpty() || !Cancellation.isCondition(reasons.getLast())) {
      throw faults.cancelled(e, reasons.size());
    }
  }

  private TransactWriteItem put(Trail after, Trail read) {
    return TransactWriteItem.builder()
        .put(put -> after.put(put.tableName(requests.table()), read))
        .build();
  }

  /** Sends it under a token of its own, so that DynamoDB carries it out once. */
  private void send(List<TransactWriteItem> actions, TrailEntry entry) {
    String token = entry.id() + "#" + actions.hashCode();
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(actions)
            .clientRequestToken(
                UUID.nameUUIDFromBytes(token.getBytes(StandardCharsets.UTF_8)).toString())
            .build();
    try {
      client.transactWriteItems(timeLeft.bound(request));
    } catch (TransactionCanceledException e) {
      throw e;
    } catch (SdkException e) {
      throw faults.translate(e);
    }
  }

  private static Written written(Write.ByOperator write) {
    IdempotencyRecord after = write.after(Optional.of(write.seen())).orElseThrow();
    return new Written(FittedRecord.of(after));
  }

  private Trail read(RecordId id) {
    try {
      return Trail.of(id, client.getItem(timeLeft.bound(requests.trail(id))).item());
    } catch (SdkException e) {
      throw faults.translate(e);
    }
  }
}
