package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Settlement;
import java.util.Optional;

/** Something that an operator may do next. */
public sealed interface Move {
  /**
   * Settle a record, or a step of it.
   *
   * @param record which record
   * @param settlement the decision
   * @param step the step; empty: the record as a whole
   */
  record Settle(RecordId record, Settlement settlement, Optional<String> step) implements Move {}

  /**
   * Acknowledge a failure.
   *
   * @param record which record
   */
  record Acknowledge(RecordId record) implements Move {}

  /**
   * See what a replay of a record's dead letter would do.
   *
   * @param consumer its name
   * @param record which record
   */
  record TryReplay(String consumer, RecordId record) implements Move {}

  /**
   * Look at the dead letters.
   *
   * @param consumer its name
   */
  record LookAtDeadLetters(String consumer) implements Move {}

  /** The words of those who show moves: a command to type, for example. */
  @FunctionalInterface
  interface Words {
    /** Returns the words for a move. */
    String of(Move move);
  }
}
