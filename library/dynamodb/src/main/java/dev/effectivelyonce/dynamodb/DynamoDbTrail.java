package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.OperatorTrail;
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
    implements OperatorTrail {
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
  public List<TrailEntry> entries(RecordId id) {
    return read(id).parsed();
  }

  /** Returns the result; empty if another entry was written since the trail was read. */
  private Optional<WriteResult> tried(Write.ByOperator write, TrailEntry entry, boolean isLast) {
    Trail before = read(write.id());
    if (before.has(entry)) {
      return Optional.of(written(write));
    }
    try {
      client.transactWriteItems(timeLeft.bound(request(write, entry, before)));
      return Optional.of(written(write));
    } catch (TransactionCanceledException e) {
      List<CancellationReason> reasons = e.cancellationReasons();
      if (reasons.size() == 2 && Cancellation.isCondition(reasons.get(0))) {
        return Optional.of(
            read(write.id()).has(entry)
                ? written(write)
                : new Refused(Cancellation.standing(reasons.get(0))));
      }
      if (isLast || reasons.size() != 2 || !Cancellation.isCondition(reasons.get(1))) {
        throw faults.contended(e);
      }
      return Optional.empty();
    } catch (SdkException e) {
      throw faults.translate(e);
    }
  }

  private TransactWriteItemsRequest request(
      Write.ByOperator write, TrailEntry entry, Trail before) {
    Trail kept = write instanceof Write.Erase ? before.erased() : before;
    List<TransactWriteItem> actions =
        List.of(
            requests.action(write),
            TransactWriteItem.builder()
                .put(
                    put -> {
                      put.tableName(requests.table());
                      kept.with(entry, OperatorTrail.keptUntil(write, entry)).put(put, before);
                    })
                .build());
    String token = entry.id() + "#" + actions.hashCode();
    return TransactWriteItemsRequest.builder()
        .transactItems(actions)
        .clientRequestToken(
            UUID.nameUUIDFromBytes(token.getBytes(StandardCharsets.UTF_8)).toString())
        .build();
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
