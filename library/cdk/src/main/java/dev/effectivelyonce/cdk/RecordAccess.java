package dev.effectivelyonce.cdk;

/** The records of a shared table that a function's role may access. */
public enum RecordAccess {
  /** Allows the records of every consumer. */
  WHOLE_TABLE,
  /**
   * Allows records with an id that begins with the consumer's name. It does not fit functions with
   * Powertools' annotation, whose record ids are Powertools' own.
   */
  OWN_RECORDS
}
