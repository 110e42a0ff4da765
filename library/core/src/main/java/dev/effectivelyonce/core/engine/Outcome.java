package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The outcome of one delivery. Only {@link Executed} and {@link Duplicate} may be acknowledged.
 * Under {@link ConsumerMode#OBSERVE}, {@link Executed}, {@link Released} and {@link Failed} reflect
 * what the handler returned, whatever state the record has.
 */
public sealed interface Outcome {
  /** The handler ran, and its completion is recorded. */
  record Executed(StoredResult result, int attempt) implements Outcome {}

  /**
   * The event was done before; the handler did not run.
   *
   * @param keptUntil when the record expires, after which the event runs again; empty for a copy in
   *     the same batch, because the store was not asked
   */
  record Duplicate(StoredResult result, Optional<Instant> keptUntil) implements Outcome {
    /** Creates the outcome of a copy for which no record was read. */
    public Duplicate(StoredResult result) {
      this(result, Optional.empty());
    }

    static Duplicate of(IdempotencyRecord done) {
      return new Duplicate(done.result(), Optional.of(done.stamp().keptUntil()));
    }
  }

  /** Another attempt holds the claim until its lease lapses; the handler did not run. */
  record InFlight(Instant until) implements Outcome {}

  /** The handler ran and did not complete; the record is released for the next attempt. */
  record Released(ErrorSummary why, Optional<Duration> delay, int attempt) implements Outcome {}

  /** The handler ran and failed for good; the failure is recorded. */
  record Failed(ErrorSummary why, int attempt) implements Outcome {}

  /** The event failed for good before; the handler did not run. */
  record AlreadyFailed(ErrorSummary why) implements Outcome {}

  /** It is not known whether the effect happened; the record waits for an operator. */
  record Held(ErrorSummary why) implements Outcome {}

  /** The key was used with another payload; the handler did not run. */
  record KeyReused() implements Outcome {}

  /**
   * The handler ran, but meanwhile its claim was taken over, held or settled. Another attempt
   * decides the outcome of the event.
   */
  record Superseded(int attempt) implements Outcome {}

  /** The handler did not run, and may run on the next delivery. */
  record NotStarted(Reason reason) implements Outcome {}

  /** The store could not be used, so the handler did not run. */
  record StoreFailed(StoreException cause) implements Outcome {}

  /**
   * The handler ran, but the store could not be used to record how it ended. The claim lapses with
   * its lease.
   */
  record Unrecorded(StoreException cause, int attempt) implements Outcome {}

  /** The reason why a handler was not started. */
  enum Reason {
    /** Too little time was left. */
    DEADLINE,
    /** The claim had lapsed by the time its answer came. */
    LEASE_LAPSED
  }

  /** Returns whether the record is completed, so that the message may be acknowledged. */
  default boolean isDone() {
    return this instanceof Executed || this instanceof Duplicate;
  }
}
