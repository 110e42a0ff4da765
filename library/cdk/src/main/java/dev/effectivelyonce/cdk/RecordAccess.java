package dev.effectivelyonce.cdk;

/** Which records of a shared table a function's role may touch. */
public enum RecordAccess {
  /** Those of every consumer. */
  WHOLE_TABLE,
  /**
   * Those whose id begins with the consumer's name. Not for functions with Powertools' annotation,
   * whose record ids are Powertools' own.
   */
  OWN_RECORDS
}
