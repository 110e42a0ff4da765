package dev.effectivelyonce.benchmarks.subject;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Says yes to everything, and keeps nothing. Takes groups of writes, as DynamoDB does. */
public final class AcceptingStore implements IdempotencyStore, GroupWriter {
  /** That of DynamoDB. */
  private static final int LIMIT = 25;

  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public void write(List<Write> writes, Answers answers) {
    for (int i = 0; i < writes.size(); i++) {
      answers.answer(i, Optional.of(writes.get(i).to(this)));
    }
  }

  @Override
  public WriteResult claim(Claim claim) {
    return new Written(IdempotencyRecord.claimed(claim));
  }

  @Override
  public WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return new Written(seen.takenOver(claim));
  }

  @Override
  public WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp) {
    return new Written(mine.renewed(leaseUntil, stamp));
  }

  @Override
  public WriteResult note(IdempotencyRecord mine, Step step, Stamp stamp) {
    return new Written(mine.noted(step, stamp));
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return new Written(mine.completed(result, stamp));
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return new Written(mine.released(why, stamp));
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return new Written(mine.failed(why, stamp));
  }

  @Override
  public WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp) {
    return new Written(seen.held(why, stamp));
  }

  @Override
  public WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp) {
    return new Written(seen.settled(decision, stamp));
  }

  @Override
  public WriteResult settleStep(IdempotencyRecord seen, Step step, Stamp stamp) {
    return new Written(seen.stepSettled(step, stamp));
  }

  @Override
  public WriteResult erase(IdempotencyRecord seen, Instant now) {
    return new Written(seen.erased());
  }

  @Override
  public WriteResult forget(IdempotencyRecord seen, Instant now) {
    return new Written(seen);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return Optional.empty();
  }
}
