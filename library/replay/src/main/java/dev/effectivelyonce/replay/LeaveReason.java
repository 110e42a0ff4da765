package dev.effectivelyonce.replay;

/** Why a message stays in the dead-letter queue. */
public enum LeaveReason {
  /** Its record is UNKNOWN: an operator settles it first. */
  HELD,
  /** Its saga has undone all that it did, and never goes forward again: it takes a new event. */
  UNDONE,
  /** An attempt holds its record. */
  IN_FLIGHT,
  /** Its record belongs to another payload with the same key: a producer's mistake. */
  KEY_REUSED,
  /**
   * Its record is completed and has a fingerprint, but the identity given to the replay computes
   * none: whether this payload is the one that was done is not known.
   */
  NOT_COMPARED,
  /** There is no record, and it is so old that there may have been one. */
  BEYOND_HORIZON,
  /** The request asks for others. */
  FILTERED,
  /** It did not come from the source queue of this replay, or may not have. */
  OTHER_SOURCE,
  /** Others changed its record again and again while it was to be reopened. */
  CONTESTED,
  /** Its record can't be read. */
  RECORD_UNREADABLE,
  /** The source queue refuses it, such as for its size. */
  SEND_REFUSED,
  /** Sending it failed; it may have arrived. */
  SEND_FAILED,
  /** It is done, but could not be deleted. */
  DELETE_FAILED,
  /** The store could not be used. */
  STORE_FAILED;

  /** Whether it says something about SQS or the store rather than about the message. */
  boolean isFault() {
    return this == SEND_FAILED || this == DELETE_FAILED || this == STORE_FAILED;
  }
}
