package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Listing;
import java.util.Optional;

/** Which records to list. */
public enum RecordFilter {
  /** Records that wait for an operator. */
  held,
  /** Records that failed for good. */
  failed,
  /** Records whose attempt died or outlived its lease. */
  stale,
  /** Records whose attempt was released: the next delivery runs, and its message group waits. */
  waiting,
  /** Records that are half done: a step happened, or may have, and nobody works on them now. */
  halfdone,
  /** All that are listed. */
  all;

  boolean includes(IdempotencyRecord record, State state) {
    return switch (this) {
      case held -> state == State.HELD;
      case failed -> state == State.FAILED;
      case stale -> state == State.STALE;
      case waiting -> state == State.RETRYABLE;
      case halfdone -> record.isOpen() && state != State.IN_FLIGHT;
      case all -> state != State.EXPIRED;
    };
  }

  /** Returns the word that follows a number of these records. */
  public String counted() {
    return this == all ? "listed" : name();
  }

  /** Returns whether the index has all of these only if it lists every record that is open. */
  boolean needsAll() {
    return this == stale || this == waiting || this == all;
  }

  /** Returns the status of those for which a table is read; empty where the index has them. */
  Optional<Status> sought(Listing listing) {
    if (listing != Listing.FAILED_AND_HELD) {
      return Optional.empty();
    }
    return switch (this) {
      case stale -> Optional.of(Status.INPROGRESS);
      case waiting -> Optional.of(Status.RETRYABLE);
      case held, failed, halfdone, all -> Optional.empty();
    };
  }
}
