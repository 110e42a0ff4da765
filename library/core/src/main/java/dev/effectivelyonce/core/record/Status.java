package dev.effectivelyonce.core.record;

/** The state of a record. */
public enum Status {
  /** An attempt holds the claim until its lease lapses. */
  INPROGRESS,
  /** Done: every further message of this key is a duplicate. Final. */
  COMPLETED,
  /** Nothing happened, or nothing that forbids another run: the next attempt may take over. */
  RETRYABLE,
  /** Failed for good: the handler never runs again, unless an operator or a replay reopens it. */
  FAILED,
  /** Nobody knows whether the effect happened: waits for an operator. */
  UNKNOWN
}
