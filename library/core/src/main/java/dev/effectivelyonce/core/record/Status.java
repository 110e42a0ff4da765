package dev.effectivelyonce.core.record;

/** The state of a record. */
public enum Status {
  /** An attempt holds the claim until its lease lapses. */
  INPROGRESS,
  /** The event is done, and every further message of this key is a duplicate. Final. */
  COMPLETED,
  /** Nothing happened, or nothing that forbids another run, so the next attempt may take over. */
  RETRYABLE,
  /** The event failed for good: nothing runs unless an operator or a replay reopens it. */
  FAILED,
  /** It is not known whether the effect happened, so the record waits for an operator. */
  UNKNOWN
}
