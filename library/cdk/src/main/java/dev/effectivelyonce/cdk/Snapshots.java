package dev.effectivelyonce.cdk;

/** The treatment of the snapshot of a version that nothing calls. */
public enum Snapshots {
  /**
   * Lambda drops it after 14 days. The next call is answered by {@code SnapStartNotReadyException},
   * until Lambda has made a new snapshot. A message comes again; a caller of an API gets an error.
   */
  LEFT_TO_LAMBDA,
  /** A schedule calls the alias once a day, with an empty batch or request. */
  KEPT
}
