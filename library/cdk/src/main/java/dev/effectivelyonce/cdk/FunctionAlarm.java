package dev.effectivelyonce.cdk;

/**
 * The alarms of an {@link IdempotentFunction}. Each has a part of its own in {@code
 * docs/operations.md}, which its description names. Those that are in {@link ConsumerAlarm} too
 * mean the same.
 */
public enum FunctionAlarm {
  /**
   * Lambda has given an event up. One is enough: nothing brings it back by itself. The alarm rings
   * until the queue is empty.
   */
  GIVEN_UP,

  /** An event's outcome is unknown, and an operator has to decide. */
  HELD,

  /** An attempt ended after its claim was taken over. */
  SUPERSEDED,

  /** The code ended, and its end could not be recorded. */
  UNRECORDED,

  /** The store refuses or does not answer. Three minutes of five. */
  STORE_FAILED,

  /** Two events of one business key contradict each other. */
  KEY_REUSED,

  /** An event passed for a duplicate of one that a function of another name handled. */
  FOREIGN,

  /** Invocations fail. Three minutes of five. */
  ERRORS,

  /** Lambda refuses to run the function. Three minutes of five. */
  THROTTLES
}
