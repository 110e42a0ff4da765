package dev.effectivelyonce.cdk;

/** The treatment of the snapshot of a version that is not called. */
public enum Snapshots {
  /**
   * Lambda deletes the snapshot after 14 days. Further calls fail with {@code
   * SnapStartNotReadyException} until Lambda has created a new snapshot. A message comes again, but
   * a caller of an API gets an error.
   */
  LEFT_TO_LAMBDA,
  /** A schedule calls the alias once a day, with an empty batch or request. */
  KEPT
}
