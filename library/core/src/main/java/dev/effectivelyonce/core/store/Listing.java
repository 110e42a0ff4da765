package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.record.IdempotencyRecord;

/** The choice of records that a store lists for operators, see {@link RecordListing}. */
public enum Listing {
  /**
   * Lists failed, held and half-done records ({@link IdempotencyRecord#isOpen}), which wait for a
   * decision or an attempt, but no acknowledged failures. While there are no failures, the only
   * cost is two more writes for each record with steps.
   */
  FAILED_AND_HELD,
  /**
   * Lists every record that is not completed, including claimed and released ones, so that the
   * claims of dead attempts are found. Each message then costs two more writes to the listing.
   */
  OPEN;

  /** Returns whether this record is listed. */
  public boolean lists(IdempotencyRecord record) {
    return switch (record.status()) {
      case FAILED -> !record.isAcknowledged();
      case UNKNOWN -> true;
      case INPROGRESS, RETRYABLE -> this == OPEN || record.isOpen();
      case COMPLETED -> false;
    };
  }
}
