package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Optional;

/** The writes that {@link Transactions} carry out together. */
public sealed interface Commit {
  /** Decides what is kept of a commit. The engine makes it, and it never throws. */
  @FunctionalInterface
  interface Keeper {
    /**
     * Returns the answer of the commit: what its record is to keep, or why nothing is to happen.
     * Called within the transaction, each time that the effects are carried out.
     *
     * @param yielded by the effects, where they {@linkplain Effects#yieldsValue yield a value}
     */
    CommitResult.GuardHeld keep(Optional<Object> yielded);

    /** Returns the keeper of a result that is known before the effects are carried out. */
    static Keeper of(StoredResult result) {
      return ignored -> new CommitResult.Committed(result);
    }
  }

  /** A commit that writes a record. */
  sealed interface Recorded extends Commit {
    /** The record that it writes. */
    RecordId id();

    /** The condition on its record. */
    Guard guard();

    /** Returns what its record keeps, unless its keeper decides otherwise. */
    StoredResult result();

    /** Returns this commit with what its keeper has decided to keep. */
    Recorded with(StoredResult kept);

    /** Returns the record after it, if its guard holds for the current one. */
    Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current);
  }

  /** The completion of a claim, with its effects. */
  record Completing(Write.Complete completion, Effects effects, Keeper keeper) implements Recorded {
    /** Makes the completion with effects that yield no value. */
    public Completing(Write.Complete completion, Effects effects) {
      this(completion, effects, Keeper.of(completion.result()));
    }

    @Override
    public RecordId id() {
      return completion.id();
    }

    @Override
    public AttemptId attempt() {
      return completion.attempt();
    }

    @Override
    public Guard guard() {
      return completion.guard();
    }

    @Override
    public StoredResult result() {
      return completion.result();
    }

    @Override
    public Completing with(StoredResult kept) {
      Write.Complete other = new Write.Complete(completion.seen(), kept, completion.stamp());
      return new Completing(other, effects, keeper);
    }

    @Override
    public Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current) {
      return completion.after(current);
    }
  }

  /** The record of a first attempt, completed, with its effects. */
  record AtOnce(Claim claim, StoredResult result, Effects effects, Keeper keeper)
      implements Recorded {
    /** Makes the record with effects that yield no value. */
    public AtOnce(Claim claim, StoredResult result, Effects effects) {
      this(claim, result, effects, Keeper.of(result));
    }

    @Override
    public RecordId id() {
      return claim.id();
    }

    @Override
    public AttemptId attempt() {
      return claim.owner();
    }

    @Override
    public Guard guard() {
      return new Write.Claim(claim).guard();
    }

    @Override
    public AtOnce with(StoredResult kept) {
      return new AtOnce(claim, kept, effects, keeper);
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
  record Unrecorded(AttemptId attempt, Effects effects, Keeper keeper) implements Commit {
    /** Makes the commit of effects that yield no value. */
    public Unrecorded(AttemptId attempt, Effects effects) {
      this(attempt, effects, Keeper.of(StoredResult.none()));
    }
  }

  /** Returns the attempt that has the effects; each attempt makes one commit. */
  AttemptId attempt();

  /** Returns the effects that the handler returned. */
  Effects effects();

  /** Returns who decides what is kept, where the effects may yield it. */
  Keeper keeper();
}
