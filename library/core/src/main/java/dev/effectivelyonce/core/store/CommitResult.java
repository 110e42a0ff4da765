package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import java.util.Optional;

/** The answer to a {@link Commit}. */
public sealed interface CommitResult {
  /** The answer if the record's condition held. */
  sealed interface GuardHeld extends CommitResult {}

  /**
   * The record and the effects are written.
   *
   * @param result the result that the record keeps, or would keep in the case of a commit without a
   *     record
   */
  record Committed(StoredResult result) implements GuardHeld {}

  /**
   * The record's condition did not hold, and nothing changed.
   *
   * @param current the record that prevented the write, at the time of the refusal; empty if there
   *     was none
   */
  record Refused(Optional<IdempotencyRecord> current) implements CommitResult {}

  /**
   * An effect's own condition did not hold, or the effects can't be carried out as they are;
   * nothing changed.
   *
   * @param outcome the result that the handler declared for this case, or a failure that describes
   *     the problem
   */
  record EffectRefused(HandlerResult.Unsuccessful outcome) implements GuardHeld {
    /**
     * Returns the answer to effects of another store. It fails their event.
     *
     * @param own the effects that this store carries out, such as the name of their class
     */
    public static EffectRefused otherEffects(Effects effects, String own) {
      return new EffectRefused(
          HandlerResult.fail(
              ErrorSummary.refused(
                      "The handler returned a %s, and the consumer's store carries out %s: return"
                              .formatted(effects.getClass().getName(), own)
                          + " effects of this store, or give the consumer the store of those")
                  .text()));
    }
  }
}
