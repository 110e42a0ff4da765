package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps idempotency records. Each write is one atomic compare-and-set: it happens as a whole if its
 * {@linkplain Write#guard() guard} holds, and otherwise not at all. A refusal contains the record
 * that prevented the write. Records are read and written consistently. Safe for use by many
 * threads.
 *
 * <p>A store implements {@link #write} and {@link #find}. The other methods that write are for
 * callers and are never overridden; each {@link Write} describes the condition and the effect of
 * its method. While a record is {@linkplain IdempotencyRecord#isOpen half done}, it is listed and
 * kept.
 *
 * <p>Every method throws {@link StoreException} if the store can't be reached or used; in that case
 * a write may have happened or not.
 */
public interface IdempotencyStore {
  /** The names of a store's operations, for reports and scripted faults. */
  enum Verb {
    /** {@link #claim}. */
    CLAIM,
    /** {@link #takeOver}. */
    TAKE_OVER,
    /** {@link #renew}. */
    RENEW,
    /** {@link #note}. */
    NOTE,
    /** {@link #complete}. */
    COMPLETE,
    /** {@link #release}. */
    RELEASE,
    /** {@link #fail}. */
    FAIL,
    /** {@link #hold}. */
    HOLD,
    /** {@link #settle}. */
    SETTLE,
    /** {@link #settleStep}. */
    SETTLE_STEP,
    /** {@link #erase}. */
    ERASE,
    /** {@link #acknowledge}. */
    ACKNOWLEDGE,
    /** {@link #forget}. */
    FORGET,
    /** {@link #copy}. */
    COPY,
    /** {@link #find}. */
    FIND,
    /** {@link Transactions#commit}. */
    COMMIT;

    /** Returns the verb of a write. */
    public static Verb of(Write write) {
      return switch (write) {
        case Write.Claim ignored -> CLAIM;
        case Write.TakeOver ignored -> TAKE_OVER;
        case Write.Renew ignored -> RENEW;
        case Write.Note ignored -> NOTE;
        case Write.Complete ignored -> COMPLETE;
        case Write.Release ignored -> RELEASE;
        case Write.Fail ignored -> FAIL;
        case Write.Hold ignored -> HOLD;
        case Write.Settle ignored -> SETTLE;
        case Write.SettleStep ignored -> SETTLE_STEP;
        case Write.Erase ignored -> ERASE;
        case Write.Acknowledge ignored -> ACKNOWLEDGE;
        case Write.Forget ignored -> FORGET;
        case Write.Copy ignored -> COPY;
      };
    }
  }

  /** Carries out a write if its guard holds for the current record. */
  WriteResult write(Write write);

  /** See {@link Write.Claim}. */
  default WriteResult claim(Claim claim) {
    return write(new Write.Claim(claim));
  }

  /** See {@link Write.TakeOver}. */
  default WriteResult takeOver(IdempotencyRecord seen, Claim claim) {
    return write(new Write.TakeOver(seen, claim));
  }

  /** See {@link Write.Renew}. */
  default WriteResult renew(IdempotencyRecord mine, Instant leaseUntil, WriteTimestamp stamp) {
    return write(new Write.Renew(mine, leaseUntil, stamp));
  }

  /** See {@link Write.Note}. */
  default WriteResult note(IdempotencyRecord mine, Step step, WriteTimestamp stamp) {
    return write(new Write.Note(mine, step, stamp));
  }

  /** See {@link Write.Complete}. */
  default WriteResult complete(IdempotencyRecord mine, StoredResult result, WriteTimestamp stamp) {
    return write(new Write.Complete(mine, result, stamp));
  }

  /** See {@link Write.Release}. */
  default WriteResult release(IdempotencyRecord mine, ErrorSummary why, WriteTimestamp stamp) {
    return write(new Write.Release(mine, why, stamp));
  }

  /** See {@link Write.Fail}. */
  default WriteResult fail(IdempotencyRecord mine, ErrorSummary why, WriteTimestamp stamp) {
    return write(new Write.Fail(mine, why, stamp));
  }

  /** See {@link Write.Hold}. */
  default WriteResult hold(IdempotencyRecord seen, ErrorSummary why, WriteTimestamp stamp) {
    return write(new Write.Hold(seen, why, stamp));
  }

  /** See {@link Write.Settle}. */
  default WriteResult settle(IdempotencyRecord seen, Settlement decision, WriteTimestamp stamp) {
    return write(new Write.Settle(seen, decision, stamp));
  }

  /** See {@link Write.SettleStep}. */
  default WriteResult settleStep(IdempotencyRecord seen, Step step, WriteTimestamp stamp) {
    return write(new Write.SettleStep(seen, step, stamp));
  }

  /** See {@link Write.Erase}. */
  default WriteResult erase(IdempotencyRecord seen, Instant now) {
    return write(new Write.Erase(seen, now));
  }

  /** See {@link Write.Acknowledge}. */
  default WriteResult acknowledge(IdempotencyRecord seen, Instant now) {
    return write(new Write.Acknowledge(seen, now));
  }

  /** See {@link Write.Forget}. */
  default WriteResult forget(IdempotencyRecord seen, Instant now) {
    return write(new Write.Forget(seen, now));
  }

  /** See {@link Write.Copy}. */
  default WriteResult copy(IdempotencyRecord seen, IdempotencyRecord copied) {
    return write(new Write.Copy(seen, copied));
  }

  /** Returns the record, if there is one; expired ones may be returned. */
  Optional<IdempotencyRecord> find(RecordId id);

  /**
   * Returns whether answered writes survive a failover. Default: {@link Durability#SYNC}. A store
   * in front of another one returns the durability of that store.
   */
  default Durability durability() {
    return Durability.SYNC;
  }

  /**
   * Returns this store for one invocation: its calls give up by the deadline, so that the
   * invocation can still answer. A call that begins after the deadline has the store's usual time
   * limit. Default: this store unchanged, for stores that answer at once or limit their calls in
   * another way.
   */
  default IdempotencyStore withDeadline(Instant deadline) {
    return this;
  }

  /**
   * Returns the writer of several records in one request. Default: empty, for stores that do not
   * support it.
   */
  default Optional<GroupWriter> groups() {
    return Optional.empty();
  }

  /**
   * Returns the transactions that write records together with the effects of their handlers.
   * Default: empty, for stores that do not support it.
   */
  default Optional<Transactions> transactions() {
    return Optional.empty();
  }

  /**
   * Returns the audit log of operators' decisions. Default: empty, for stores that do not support
   * it.
   */
  default Optional<AuditLog> trail() {
    return Optional.empty();
  }
}
