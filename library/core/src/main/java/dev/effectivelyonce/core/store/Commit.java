package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Optional;

/** The writes that {@link Transactions} carry out together. */
public sealed interface Commit {
  /** A commit that writes a record. */
  sealed interface Recorded extends Commit {
    /** The record that it writes. */
    RecordId id();

    /** The condition on its record. */
    Guard guard();

    /** Returns the record after it, if its guard holds for the current one. */
    Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current);
  }

  /** The completion of a claim, with its effects. */
  record Completing(Write.Complete completion, Effects effects) implements Recorded {
    @Override
    public RecordId id() {
      return completion.id();
    }

    @Override
    public Owner attempt() {
      return completion.attempt();
    }

    @Override
    public Guard guard() {
      return completion.guard();
    }

    @Override
    public Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current) {
      return completion.after(current);
    }
  }

  /** The record of a first attempt, completed, with its effects. */
  record AtOnce(Claim claim, StoredResult result, Effects effects) implements Recorded {
    @Override
    public RecordId id() {
      return claim.id();
    }

    @Override
    public Owner attempt() {
      return claim.owner();
    }

    @Override
    public Guard guard() {
      return new Write.Claim(claim).guard();
    }

    @Override
    public Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current) {
      return Optional.of(record());
    }

    /** Returns the record after it, whatever stood before. */
    public IdempotencyRecord record() {
      return IdempotencyRecord.claimed(claim).completed(result, claim.stamp());
    }
  }

  /** Effects without a record, for consumers that only observe. */
  record Unrecorded(Owner attempt, Effects effects) implements Commit {}

  /** Returns the attempt that has the effects; each attempt makes one commit. */
  Owner attempt();

  /** Returns the effects that the handler returned. */
  Effects effects();
}
