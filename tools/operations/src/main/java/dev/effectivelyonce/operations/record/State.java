package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.Optional;

/** What a record means now. */
public enum State {
  /** The record is absent. */
  ABSENT,
  /** The retention of the record has passed: it counts as absent. */
  EXPIRED,
  /** An attempt holds it. */
  IN_FLIGHT,
  /** The attempt died or outlived its lease. */
  STALE,
  /** Done. */
  COMPLETED,
  /** The next delivery runs. */
  RETRYABLE,
  /** Failed for good. */
  FAILED,
  /** Waits for an operator. */
  HELD;

  /** Returns what a record means, which may be absent. */
  public static State of(Optional<IdempotencyRecord> record, Instant now) {
    return record.map(it -> of(it, now)).orElse(ABSENT);
  }

  static State of(IdempotencyRecord record, Instant now) {
    if (record.isExpired(now)) {
      return EXPIRED;
    }
    return switch (record.status()) {
      case INPROGRESS -> record.isLive(now) ? IN_FLIGHT : STALE;
      case COMPLETED -> COMPLETED;
      case RETRYABLE -> RETRYABLE;
      case FAILED -> FAILED;
      case UNKNOWN -> HELD;
    };
  }
}
