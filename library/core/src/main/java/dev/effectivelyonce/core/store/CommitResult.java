package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Optional;

/** The answer to a {@link Commit}. */
public sealed interface CommitResult {
  /** The answer where the record's condition held. */
  sealed interface GuardHeld extends CommitResult {}

  /**
   * The record and the effects are written.
   *
   * @param result what the record keeps; of a commit without a record, what it would keep
   */
  record Committed(StoredResult result) implements GuardHeld {}

  /**
   * The record's condition did not hold, and nothing changed.
   *
   * @param current the record that stood in the way, as of the refusal; empty if there was none
   */
  record Refused(Optional<IdempotencyRecord> current) implements CommitResult {}

  /**
   * An effect's own condition did not hold, or the effects can't be carried out as they are;
   * nothing changed.
   *
   * @param outcome what the handler declared for this case, or a failure that says what is wrong
   */
  record EffectRefused(HandlerResult.NotDone outcome) implements GuardHeld {}
}
