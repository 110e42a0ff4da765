package dev.effectivelyonce.replay;

/** The reason for which a run ended. */
public enum RunEnd {
  /** The dead-letter queue gave no further message that the run had not examined. */
  EMPTY,
  /** The most messages that the request allows were replayed and skipped. */
  LIMIT,
  /** The time of the run was up. */
  DEADLINE,
  /** The thread of the run was interrupted. */
  INTERRUPTED,
  /** A fifth of the last hundred messages that it sent came straight back. */
  CAME_BACK,
  /** SQS or the store could not be used; the report has the problem. */
  FAULT
}
