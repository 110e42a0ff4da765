package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;

/**
 * A store that passes every call on to another, for tests that change some of them. It has no
 * groups of writes, which would reach the other store past what a test changes; transactions do.
 */
public abstract class ForwardingStore implements IdempotencyStore {
  private final IdempotencyStore store;

  /** Passes calls on to {@code store}. */
  protected ForwardingStore(IdempotencyStore store) {
    this.store = store;
  }

  @Override
  public WriteResult claim(Claim claim) {
    return store.claim(claim);
  }

  @Override
  public WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return store.takeOver(seen, claim);
  }

  @Override
  public WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp) {
    return store.renew(mine, leaseUntil, stamp);
  }

  @Override
  public WriteResult note(IdempotencyRecord mine, Step step, Stamp stamp) {
    return store.note(mine, step, stamp);
  }

  @Override
  public WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp) {
    return store.complete(mine, result, stamp);
  }

  @Override
  public WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return store.release(mine, why, stamp);
  }

  @Override
  public WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) {
    return store.fail(mine, why, stamp);
  }

  @Override
  public WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp) {
    return store.hold(seen, why, stamp);
  }

  @Override
  public WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp) {
    return store.settle(seen, decision, stamp);
  }

  @Override
  public WriteResult settleStep(IdempotencyRecord seen, Step step, Stamp stamp) {
    return store.settleStep(seen, step, stamp);
  }

  @Override
  public WriteResult erase(IdempotencyRecord seen, Instant now) {
    return store.erase(seen, now);
  }

  @Override
  public WriteResult forget(IdempotencyRecord seen, Instant now) {
    return store.forget(seen, now);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return store.find(id);
  }

  @Override
  public Optional<Transactions> transactions() {
    return store.transactions();
  }
}
