package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Optional;

/** A record and effects that {@link Transactions} writes together. */
public sealed interface Commit {
  /** Decides which result a commit keeps. The engine provides it, and it never throws. */
  @FunctionalInterface
  interface Keeper {
    /**
     * Returns the answer to the commit: the result that its record keeps, or the reason why nothing
     * may happen. Called within the transaction each time that the effects are carried out.
     *
     * @param yielded the value of the effects, if they {@linkplain Effects#yieldsValue yield a
     *     value}
     */
    CommitResult.GuardHeld keep(Optional<Object> yielded);

    /** Returns the keeper of a result that is known before the effects are carried out. */
    static Keeper of(StoredResult result) {
      return ignored -> new CommitResult.Committed(result);
    }
  }

  /** A commit that writes a record. */
  sealed interface Recorded extends Commit {
    /** Returns the id of the record that it writes. */
    RecordId id();

    /** Returns the condition on its record. */
    Guard guard();

    /** Returns the result that its record keeps, unless its keeper decides otherwise. */
    StoredResult result();

    /** Returns this commit with the result that its keeper has decided to keep. */
    Recorded with(StoredResult kept);

    /** Returns the record after the commit, if the guard holds for the current record. */
    Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current);
  }

  /** The completion of a claim, with its effects. */
  record Completing(Write.Complete completion, Effects effects, Keeper keeper) implements Recorded {
    /** Creates the completion with effects that yield no value. */
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
    /** Creates the commit with effects that yield no value. */
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

    /** Returns the record after the commit, whatever the record was before. */
    public IdempotencyRecord record() {
      return IdempotencyRecord.claimed(claim).completed(result, claim.stamp());
    }
  }

  /** Effects without a record, for consumers that only observe. */
  record Unrecorded(AttemptId attempt, Effects effects, Keeper keeper) implements Commit {
    /** Creates the commit of effects that yield no value. */
    public Unrecorded(AttemptId attempt, Effects effects) {
      this(attempt, effects, Keeper.of(StoredResult.none()));
    }
  }

  /** Returns the attempt that has the effects; each attempt makes one commit. */
  AttemptId attempt();

  /** Returns the effects that the handler returned. */
  Effects effects();

  /** Returns the keeper, which decides which result is kept if the effects may yield it. */
  Keeper keeper();
}
