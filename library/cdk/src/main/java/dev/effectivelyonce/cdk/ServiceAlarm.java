package dev.effectivelyonce.cdk;

/**
 * The alarms of an {@link IdempotentWorkerService}. Each alarm has a section in {@code
 * docs/operations.md}, which its description names. Alarms that also exist in {@link ConsumerAlarm}
 * have the same meaning, and need the same metrics.
 */
public enum ServiceAlarm {
  /** A message is in the dead-letter queue. The alarm rings until the queue is empty. */
  DEAD_LETTERS,

  /** The oldest message has waited for long, because the service is slow or does not run. */
  OLDEST_MESSAGE,

  /** A message was given back long after it was sent, because its handler or the store fails. */
  GIVEN_BACK,

  /** A message's outcome is unknown, and an operator has to decide. */
  HELD,

  /** An attempt ended after its claim was taken over. */
  SUPERSEDED,

  /** A handler ended, but its outcome could not be recorded. */
  UNRECORDED,

  /** The store refuses calls or does not answer. Rings after three minutes of five. */
  STORE_FAILED,

  /** Two messages with the same business key contradict each other. */
  KEY_REUSED,

  /** A message counted as a duplicate of one that code of another name handled. */
  FOREIGN,

  /**
   * No task of the service ran in three minutes of five, because tasks end again and again or can't
   * start. ECS reports the processor time of tasks each minute, and nothing if none runs. Tasks of
   * which one always runs ring nothing, even if each of them ends soon.
   */
  NOT_RUNNING
}
