package dev.effectivelyonce.sqs;

/** How the messages of one batch write to the store. */
public enum StoreWrites {
  /**
   * What messages of a batch write at the same moment goes out in one request, if the store can do
   * so. Each write keeps its own condition and outcome. The default.
   */
  GROUPED,
  /** Each write is a request of its own. */
  SINGLE
}
