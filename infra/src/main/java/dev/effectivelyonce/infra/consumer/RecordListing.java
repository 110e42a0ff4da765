package dev.effectivelyonce.infra.consumer;

/** Which records of a consumer an operator finds without their keys. */
public enum RecordListing {
  /** Failed ones and those of unknown outcome. It costs nothing while all is well. */
  DOUBTFUL,
  /** Those in progress and to be retried too, so that stale claims are found: two more writes. */
  OPEN
}
