package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A write of the claim protocol, with its record, its condition, and the record after it. A store
 * needs no other knowledge of an operation. Pass records as they were last read or written, with
 * their steps.
 */
public sealed interface Write {
  /** A write that may be sent to the store in a group, see {@link GroupWriter}. */
  sealed interface Groupable extends Write {}

  /** A write about a record that was seen. */
  sealed interface Seen extends Write {
    /** Returns the record as it was last read or written. */
    IdempotencyRecord seen();

    @Override
    default RecordId id() {
      return seen().id();
    }

    @Override
    default AttemptId attempt() {
      return seen().owner();
    }

    @Override
    default Optional<IdempotencyRecord> known() {
      return Optional.of(seen());
    }

    @Override
    default Guard guard() {
      return new Guard.AsSeen(seen());
    }
  }

  /** A write that an operator decides on, see {@link AuditLog}. */
  sealed interface ByOperator extends Seen {}

  /** A write that changes some parts of the record and keeps all others. */
  sealed interface Change extends Seen {
    /** Returns the record after the write. */
    IdempotencyRecord after(IdempotencyRecord current);

    @Override
    default Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current) {
      return current.map(this::after);
    }
  }

  /** A write that ends an attempt, by the attempt that holds the record. */
  sealed interface Ending extends Change, Groupable {
    @Override
    default Guard guard() {
      return new Guard.HeldBy(seen().owner());
    }
  }

  /** Creates the record of a first attempt. */
  record Claim(dev.effectivelyonce.core.record.Claim claim) implements Groupable {
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
      return new Guard.Absent(claim.stamp().at());
    }

    @Override
    public Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current) {
      return Optional.of(IdempotencyRecord.claimed(claim));
    }
  }

  /** Transfers the record to another attempt. */
  record TakeOver(IdempotencyRecord seen, dev.effectivelyonce.core.record.Claim claim)
      implements Change {
    @Override
    public AttemptId attempt() {
      return claim.owner();
    }

    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.takenOver(claim);
    }
  }

  /**
   * Extends the lease of a claim. A renewal that arrives late must not shorten a lease that was
   * renewed since. Steps that were noted after the record was seen stay, and determine how long the
   * record is kept.
   *
   * @param leaseUntil the new end of the lease, in whole milliseconds
   */
  record Renew(IdempotencyRecord seen, Instant leaseUntil, WriteTimestamp stamp) implements Change {
    /** Rounds the lease to the resolution that stores keep. */
    public Renew {
      leaseUntil = leaseUntil.truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public Guard guard() {
      return new Guard.HeldUntil(seen.owner(), leaseUntil);
    }

    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.renewed(leaseUntil, stamp);
    }
  }

  /**
   * Notes the state of a step of the attempt that holds the record. A note that arrives late must
   * not undo a later one.
   */
  record Note(IdempotencyRecord seen, Step step, WriteTimestamp stamp) implements Change {
    @Override
    public Guard guard() {
      return new Guard.NotNotedSince(new Guard.HeldBy(seen.owner()), seen, step.name());
    }

    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.noted(step, stamp);
    }
  }

  /**
   * Records the completion. A result that the store can't hold is kept as omitted: the effect has
   * already happened, so the write must not fail.
   */
  record Complete(IdempotencyRecord seen, StoredResult result, WriteTimestamp stamp)
      implements Ending {
    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.completed(result, stamp);
    }
  }

  /** Releases the claim. The record becomes RETRYABLE. */
  record Release(IdempotencyRecord seen, ErrorSummary why, WriteTimestamp stamp) implements Ending {
    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.released(why, stamp);
    }
  }

  /** Records a permanent failure. The record becomes FAILED. */
  record Fail(IdempotencyRecord seen, ErrorSummary why, WriteTimestamp stamp) implements Ending {
    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.failed(why, stamp);
    }
  }

  /**
   * Holds the record for an operator. The record becomes UNKNOWN. The caller has seen that the
   * lease lapsed, or is the owner itself.
   */
  record Hold(IdempotencyRecord seen, ErrorSummary why, WriteTimestamp stamp) implements Change {
    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.held(why, stamp);
    }
  }

  /** Carries out an operator's decision. */
  record Settle(IdempotencyRecord seen, Settlement decision, WriteTimestamp stamp)
      implements Change, ByOperator {
    @Override
    public Guard guard() {
      return new Guard.AtRest(seen, stamp.at());
    }

    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.settled(decision, stamp);
    }
  }

  /**
   * Carries out an operator's decision about a step. The record becomes RETRYABLE, and the next
   * attempt goes on from there.
   */
  record SettleStep(IdempotencyRecord seen, Step step, WriteTimestamp stamp)
      implements Change, ByOperator {
    @Override
    public Guard guard() {
      return new Guard.NotNotedSince(new Guard.AtRest(seen, stamp.at()), seen, step.name());
    }

    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.stepSettled(step, stamp);
    }
  }

  /** Erases data that may be personal. The record keeps its state and its retention. */
  record Erase(IdempotencyRecord seen, Instant now) implements Change, ByOperator {
    @Override
    public Guard guard() {
      return new Guard.AtRest(seen, now);
    }

    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.erased();
    }
  }

  /**
   * Removes a failure from the list of records that wait for an operator. The record's state does
   * not change.
   */
  record Acknowledge(IdempotencyRecord seen, Instant now) implements Change, ByOperator {
    @Override
    public Guard guard() {
      return new Guard.AtRest(seen, now);
    }

    @Override
    public IdempotencyRecord after(IdempotencyRecord current) {
      return current.asAcknowledged();
    }
  }

  /**
   * Lets the event run again, as if it had never come. For 15 minutes, a record of another
   * generation replaces the old one, so that a late write of an earlier attempt finds a record that
   * is not its own and is refused.
   */
  record Forget(IdempotencyRecord seen, Instant now) implements ByOperator {
    /**
     * This is longer than a write may be under way. <a
     * href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_aws-signing.html">AWS
     * refuses</a> what was signed more than five minutes before.
     */
    private static final Duration KEPT = Duration.ofMinutes(15);

    @Override
    public Guard guard() {
      return new Guard.AtRest(seen, now);
    }

    @Override
    public Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current) {
      return Optional.of(after());
    }

    /** Returns the record after the write, whatever the record was before. */
    public IdempotencyRecord after() {
      return seen.forgotten(WriteTimestamp.of(now, KEPT));
    }
  }

  /**
   * Replaces the record by a copy from another store. The whole record is replaced, and a result
   * that this store can't hold is kept as omitted, as in a completion.
   */
  record Copy(IdempotencyRecord seen, IdempotencyRecord copied) implements Seen {
    @Override
    public Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current) {
      return Optional.of(copied);
    }
  }

  /** Returns the id of the record that it writes. */
  RecordId id();

  /**
   * Returns the id of the attempt that writes; for an operator's write, the attempt of the record
   * that was seen.
   */
  AttemptId attempt();

  /**
   * Returns the record as it was last read or written; empty for a claim, for which no record is
   * known.
   */
  default Optional<IdempotencyRecord> known() {
    return Optional.empty();
  }

  /** Returns the condition of this write. */
  Guard guard();

  /** Returns the record after the write, if the guard holds for the current record. */
  Optional<IdempotencyRecord> after(Optional<IdempotencyRecord> current);
}
