package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.record.Status;

/** Which records a store lists for operators, see {@link RecordListing}. */
public enum Listing {
  /** Failed and held ones: those that wait for a decision. Costs nothing while all is well. */
  DOUBTFUL,
  /**
   * Everything that is not completed, claims and released records too, so that claims whose attempt
   * died are found. Each message then costs two more writes to the listing.
   */
  OPEN;

  /** Whether records in this state are listed. */
  public boolean lists(Status status) {
    return switch (status) {
      case FAILED, UNKNOWN -> true;
      case INPROGRESS, RETRYABLE -> this == OPEN;
      case COMPLETED -> false;
    };
  }
}
