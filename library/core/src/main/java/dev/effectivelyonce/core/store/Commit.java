package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.record.StoredResult;

/** What {@link Transactions} write together. */
public sealed interface Commit {
  /**
   * The completion of a claim, with its effects.
   *
   * <p>Condition: the owner of {@code completion} holds the record, INPROGRESS.
   */
  record Completing(Write.Completing completion, Effects effects) implements Commit {
    @Override
    public Owner attempt() {
      return completion.mine().owner();
    }
  }

  /**
   * The record of a first attempt, completed, with its effects.
   *
   * <p>Condition: there is no record, or its retention has passed at {@code claim.stamp().at()}.
   */
  record AtOnce(Claim claim, StoredResult result, Effects effects) implements Commit {
    @Override
    public Owner attempt() {
      return claim.owner();
    }
  }

  /** Effects without a record, for consumers that only observe. */
  record Unrecorded(Owner attempt, Effects effects) implements Commit {}

  /** Whose effects they are; there is one commit for each attempt. */
  Owner attempt();

  /** What the handler wants to be written. */
  Effects effects();
}
