package dev.effectivelyonce.cdk;

/**
 * The alarms of an {@link EffectivelyOnceFunction}. Each alarm has a section in {@code
 * docs/operations.md}, which its description names. Alarms that also exist in {@link ConsumerAlarm}
 * have the same meaning.
 */
public enum FunctionAlarm {
  /**
   * Lambda has given up an event. One event is enough, because it does not come back by itself. The
   * alarm rings until the queue is empty.
   */
  GIVEN_UP,

  /** An event's outcome is unknown, and an operator has to decide. */
  HELD,

  /** An attempt ended after its claim was taken over. */
  SUPERSEDED,

  /** The code ended, but its outcome could not be recorded. */
  UNRECORDED,

  /** The store refuses calls or does not answer. Rings after three minutes of five. */
  STORE_FAILED,

  /** Two events with the same business key contradict each other. */
  KEY_REUSED,

  /** An event counted as a duplicate of one that a function with another name handled. */
  FOREIGN,

  /** Invocations fail. Rings after three minutes of five. */
  ERRORS,

  /** Lambda throttles the function. Rings after three minutes of five. */
  THROTTLES
}
