package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.StoredResult;

/** One of the writes of {@link IdempotencyStore} that may go to the store in a group. */
public sealed interface Write {
  /** {@link IdempotencyStore#claim}. */
  record Claiming(Claim claim) implements Write {
    @Override
    public RecordId id() {
      return claim.id();
    }

    @Override
    public WriteResult to(IdempotencyStore store) {
      return store.claim(claim);
    }
  }

  /** The end of an attempt. Condition: the owner of {@code mine} holds the record, INPROGRESS. */
  sealed interface Ending extends Write {
    /** The claim that it ends. */
    IdempotencyRecord mine();

    /** The record after it. */
    IdempotencyRecord after(IdempotencyRecord current);

    @Override
    default RecordId id() {
      return mine().id();
    }
  }

  /** {@link IdempotencyStore#complete}. */
  record Completing(IdempotencyRecord mine, StoredResult result, Stamp stamp) implements Ending {
    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.completed(result, stamp);
    }

    @Override
    public WriteResult to(IdempotencyStore store) {
      return store.complete(mine, result, stamp);
    }
  }

  /** {@link IdempotencyStore#release}. */
  record Releasing(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) implements Ending {
    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.released(why, stamp);
    }

    @Override
    public WriteResult to(IdempotencyStore store) {
      return store.release(mine, why, stamp);
    }
  }

  /** {@link IdempotencyStore#fail}. */
  record Failing(IdempotencyRecord mine, ErrorSummary why, Stamp stamp) implements Ending {
    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.failed(why, stamp);
    }

    @Override
    public WriteResult to(IdempotencyStore store) {
      return store.fail(mine, why, stamp);
    }
  }

  /** The record that it writes. */
  RecordId id();

  /** Carries it out alone. */
  WriteResult to(IdempotencyStore store);
}
