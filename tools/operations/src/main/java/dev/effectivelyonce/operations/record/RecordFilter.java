package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.record.IdempotencyRecord;

/** Which records to list. */
public enum RecordFilter {
  /** Records that wait for an operator. */
  held,
  /** Records that failed for good. */
  failed,
  /** Records whose attempt died or outlived its lease. */
  stale,
  /** Records that are half done: a step happened, or may have, and nobody works on them now. */
  open,
  /** All that are listed. */
  all;

  boolean includes(IdempotencyRecord record, State state) {
    return switch (this) {
      case held -> state == State.HELD;
      case failed -> state == State.FAILED;
      case stale -> state == State.STALE;
      case open -> record.isOpen() && state != State.IN_FLIGHT;
      case all -> state != State.EXPIRED;
    };
  }

  /** Returns the word that follows a number of these records. */
  public String counted() {
    return this == all ? "listed" : name();
  }

  boolean seeksStale() {
    return this == stale || this == all;
  }
}
