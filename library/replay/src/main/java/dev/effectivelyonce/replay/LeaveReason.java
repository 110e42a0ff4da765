package dev.effectivelyonce.replay;

/** The reason for which a message stays in the dead-letter queue. */
public enum LeaveReason {
  /** The record is UNKNOWN: an operator settles it first. */
  HELD,
  /** The saga has undone all that it did, and never goes forward again: use a new event. */
  UNDONE,
  /** An attempt holds the record. */
  IN_FLIGHT,
  /** The record belongs to another payload with the same key, which is a producer's mistake. */
  KEY_REUSED,
  /**
   * The record is completed and has a fingerprint, but the identity given to the replay computes
   * none. Nobody knows whether this payload is the one that was done.
   */
  NOT_COMPARED,
  /** No record exists, and the message is so old that there may have been one. */
  BEYOND_HORIZON,
  /** The request's filter excludes the message. */
  FILTERED,
  /** The message did not come from the source queue of this replay, or may not have. */
  OTHER_SOURCE,
  /** Other writers changed the record again and again while it was to be reopened. */
  CONTESTED,
  /** The record can't be read. */
  RECORD_UNREADABLE,
  /** The source queue refuses the message, such as for its size. */
  SEND_REFUSED,
  /** The function reported the parked record, which must come back, such as for a retry. */
  NOT_DONE,
  /** This run sent the parked record, and it was parked again. */
  CAME_BACK,
  /** The parked record was too large for the queue, which has its place alone. */
  PAYLOAD_OMITTED,
  /** The record is in a FIFO parking queue, which drops it if it is parked again so soon. */
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
