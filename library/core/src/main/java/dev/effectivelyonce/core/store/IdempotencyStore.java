package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Stamp;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps idempotency records. Each write is one atomic compare-and-set: it happens as a whole if its
 * condition holds, else not at all, and a refusal carries the record that stood in the way. Records
 * are read and written consistently. Safe for use by many threads.
 *
 * <p>What a record is after a write is what its own methods say, of the record that was given: give
 * it as it was last read or written, with its steps. While it is {@linkplain
 * IdempotencyRecord#isOpen half done} it is listed and kept.
 *
 * <p>Every method throws {@link StoreException} if the store can't be reached or used; a write may
 * then have happened or not.
 */
public interface IdempotencyStore {
  /**
   * Puts the record of a first attempt.
   *
   * <p>Condition: there is no record, or its retention has passed at {@code claim.stamp().at()}.
   */
  WriteResult claim(Claim claim);

  /**
   * Gives the record to another attempt.
   *
   * <p>Condition: owner, status and lease are those of {@code seen}.
   */
  WriteResult takeOver(IdempotencyRecord seen, Claim claim);

  /**
   * Makes the lease of a claim longer.
   *
   * <p>Condition: the owner of {@code mine} holds the record, INPROGRESS, with no later lease: a
   * renewal that comes late must not shorten what a later one gave. What was noted since {@code
   * mine} was read stays, and how long the record is kept follows from it.
   */
  WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, Stamp stamp);

  /**
   * Notes what is known about a step of the attempt that holds the record.
   *
   * <p>Condition: the owner of {@code mine} holds the record, INPROGRESS, and nothing was noted
   * about this step since {@code mine} was read: a note that comes late must not undo a later one.
   */
  WriteResult note(IdempotencyRecord mine, Step step, Stamp stamp);

  /**
   * Records the completion. A result that the store can't hold is kept as omitted: by now the
   * effect has happened, so it must not fail the write.
   *
   * <p>Condition: the owner of {@code mine} holds the record, INPROGRESS.
   */
  WriteResult complete(IdempotencyRecord mine, StoredResult result, Stamp stamp);

  /**
   * Gives the claim back: RETRYABLE.
   *
   * <p>Condition: the owner of {@code mine} holds the record, INPROGRESS.
   */
  WriteResult release(IdempotencyRecord mine, ErrorSummary why, Stamp stamp);

  /**
   * Records a permanent failure: FAILED.
   *
   * <p>Condition: the owner of {@code mine} holds the record, INPROGRESS.
   */
  WriteResult fail(IdempotencyRecord mine, ErrorSummary why, Stamp stamp);

  /**
   * Holds the record for an operator: UNKNOWN. The caller has seen that the lease lapsed, or is the
   * owner itself.
   *
   * <p>Condition: owner, status and lease are those of {@code seen}.
   */
  WriteResult hold(IdempotencyRecord seen, ErrorSummary why, Stamp stamp);

  /**
   * Carries out an operator's decision.
   *
   * <p>Condition: owner and status are those of {@code seen}, and no claim is live at {@code
   * stamp.at()}.
   */
  WriteResult settle(IdempotencyRecord seen, Settlement decision, Stamp stamp);

  /**
   * Carries out an operator's decision about a step. The record becomes RETRYABLE: the next attempt
   * goes on from there.
   *
   * <p>Condition: owner and status are those of {@code seen}, no claim is live at {@code
   * stamp.at()}, and nothing was noted about this step since.
   */
  WriteResult settleStep(IdempotencyRecord seen, Step step, Stamp stamp);

  /**
   * Erases what may be personal, and keeps what was decided and until when.
   *
   * <p>Condition: owner and status are those of {@code seen}, and no claim is live at {@code now}.
   */
  WriteResult erase(IdempotencyRecord seen, Instant now);

  /**
   * Deletes the record; the answer carries it as it was.
   *
   * <p>Condition: owner and status are those of {@code seen}, and no claim is live at {@code now}.
   */
  WriteResult forget(IdempotencyRecord seen, Instant now);

  /** The record, if there is one; expired ones may be returned. */
  Optional<IdempotencyRecord> find(RecordId id);

  /**
   * This store for one invocation: its calls give up by the deadline, so that the invocation can
   * still answer. A call that begins after the deadline has the store's usual time. Default: this
   * store, for those that answer at once or bound their calls otherwise.
   */
  default IdempotencyStore endingBy(Instant deadline) {
    return this;
  }

  /** Writes several records in one request. Default: empty, for stores that can't. */
  default Optional<GroupWriter> groups() {
    return Optional.empty();
  }

  /**
   * Writes records together with the effects of their handlers. Default: empty, for stores that
   * can't.
   */
  default Optional<Transactions> transactions() {
    return Optional.empty();
  }
}
