package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.operations.problem.OperationException;

/** What became of an intervention. */
public sealed interface Change {
  /**
   * The record as it is now.
   *
   * @throws OperationException if nothing was written
   */
  RecordView now();

  /**
   * The record was written.
   *
   * @param now the record as it is now
   */
  record Done(RecordView now) implements Change {}

  /**
   * Nothing was written.
   *
   * @param problem why, without a full stop
   * @param remedy what to do, without a full stop
   */
  record Refused(String problem, String remedy) implements Change {
    @Override
    public RecordView now() {
      throw refusal();
    }

    /** Returns it for somebody who can't go on. */
    public OperationException refusal() {
      return OperationException.refused(problem, remedy);
    }
  }
}
