package dev.effectivelyonce.replay;

/** The reason why a run ended. */
public enum RunEnd {
  /** The dead-letter queue delivered no further message that the run had not examined. */
  EMPTY,
  /** The maximum number of messages of the request were replayed and skipped. */
  LIMIT,
  /** The time of the run was up. */
  DEADLINE,
  /** The thread of the run was interrupted. */
  INTERRUPTED,
  /** A fifth of the last hundred messages that it sent came straight back. */
  CAME_BACK,
  /** SQS, the store or the function could not be used; the report contains the problem. */
  FAULT
}
