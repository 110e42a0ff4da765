package dev.effectivelyonce.cdk;

/** What becomes of the snapshot of a version that nothing calls. */
public enum Snapshots {
  /**
   * Lambda drops it after 14 days. The next call is answered by {@code SnapStartNotReadyException}:
   * a message comes again, a caller of an API gets an error, until Lambda has made a new one.
   */
  LEFT_TO_LAMBDA,
  /** A schedule calls the alias once a day, with a batch or a request of nothing. */
  KEPT
}
