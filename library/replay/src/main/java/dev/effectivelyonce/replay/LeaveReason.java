package dev.effectivelyonce.replay;

/** The reason why a message stays in the dead-letter queue. */
public enum LeaveReason {
  /** The record is UNKNOWN, and an operator has to settle it first. */
  HELD,
  /** The saga has undone all its steps and never goes forward again. Use a new event. */
  UNDONE,
  /** An attempt holds the record. */
  IN_FLIGHT,
  /** The record belongs to another payload with the same key, which is a producer's mistake. */
  KEY_REUSED,
  /**
   * The record is completed and has a fingerprint, but the identity given to the replay computes
   * none. It is not known whether this is the payload that was handled.
   */
  NOT_COMPARED,
  /** No record exists, and the message is so old that there may have been one. */
  BEYOND_HORIZON,
  /** The request's filter excludes the message. */
  FILTERED,
  /** The message did not come from the source queue of this replay, or perhaps did not. */
  OTHER_SOURCE,
  /**
   * Another writer changed the record during the run: again and again while the run tried to reopen
   * it, or so that the run would do with the message what nobody asked for.
   */
  CONTESTED,
  /** The record can't be read, or looking for it failed in an unexpected way. */
  RECORD_UNREADABLE,
  /** The source queue refuses the message, for example because of its size. */
  SEND_REFUSED,
  /**
   * The function failed for the parked record, gave another answer than a consumer, or answered
   * that the record must come back, for example for a retry. In each of these cases the message may
   * have arrived.
   */
  NOT_DONE,
  /** This run sent the parked record, and it was parked again. */
  CAME_BACK,
  /** The parked record was too large for the queue, which contains only its position. */
  PAYLOAD_OMITTED,
  /** The record is in a FIFO parking queue, which would drop it if it were parked again so soon. */
  PARKED_JUST_NOW,
  /** Sending the message failed; it may have arrived. */
  SEND_FAILED,
  /** The event is done, but the message could not be deleted. */
  DELETE_FAILED,
  /** The store could not be used. */
  STORE_FAILED;

  /** Returns whether this is a fault of SQS or the store rather than of the message. */
  boolean isFault() {
    return this == SEND_FAILED || this == DELETE_FAILED || this == STORE_FAILED;
  }
}
