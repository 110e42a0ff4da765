package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.record.IdempotencyRecord;

/** Which records a store lists for operators, see {@link RecordListing}. */
public enum Listing {
  /**
   * Failed, held and half-done ones ({@link IdempotencyRecord#isOpen}): those that wait for a
   * decision, or for an attempt that goes on. Costs nothing while all is well, but for records with
   * steps: two more writes each.
   */
  DOUBTFUL,
  /**
   * Everything that is not completed, claims and released records too, so that claims whose attempt
   * died are found. Each message then costs two more writes to the listing.
   */
  OPEN;

  /** Whether this record is listed. */
  public boolean lists(IdempotencyRecord record) {
    return switch (record.status()) {
      case FAILED, UNKNOWN -> true;
      case INPROGRESS, RETRYABLE -> this == OPEN || record.isOpen();
      case COMPLETED -> false;
    };
  }
}
