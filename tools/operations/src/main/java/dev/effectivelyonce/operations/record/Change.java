package dev.effectivelyonce.operations.record;

/** What became of an intervention. */
public sealed interface Change {
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
  record Refused(String problem, String remedy) implements Change {}
}
