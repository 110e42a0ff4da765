package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.record.IdempotencyRecord;

/** The choice of records that a store lists for operators, see {@link RecordListing}. */
public enum Listing {
  /**
   * Lists failed, held and half-done records ({@link IdempotencyRecord#isOpen}), which wait for a
   * decision or an attempt, but no failure that was acknowledged. This costs nothing while all is
   * well, except two more writes for each record with steps.
   */
  FAILED_AND_HELD,
  /**
   * Lists every record that is not completed, claims and released ones too, so that claims whose
   * attempt died are found. Each message then costs two more writes to the listing.
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
