package dev.effectivelyonce.sqs;

/** The way in which the messages of one batch write to the store. */
public enum StoreWrites {
  /**
   * Sends writes of the same moment in one request, if the store supports that. Each write keeps
   * its own condition and outcome. The default.
   */
  GROUPED,
  /** Sends each write in a request of its own. */
  SINGLE
}
