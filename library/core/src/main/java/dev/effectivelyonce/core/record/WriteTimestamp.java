package dev.effectivelyonce.core.record;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The time of a write, and the time until which the record is then kept. Every write moves both on,
 * so a record lives for its retention after its last change.
 *
 * @param at the time of the write, in whole milliseconds
 * @param keptUntil the end of the record's life, rounded up to whole seconds, which is the
 *     resolution of a TTL attribute
 */
public record WriteTimestamp(Instant at, Instant keptUntil) {
  /** Added while a record is half done, so that it waits for its end, or an operator. */
  private static final Duration WHILE_OPEN = Duration.ofDays(200 * 365);

  /** Rounds both times to the resolution that stores keep. */
  public WriteTimestamp {
    at = at.truncatedTo(ChronoUnit.MILLIS);
    Instant whole = keptUntil.truncatedTo(ChronoUnit.SECONDS);
    keptUntil = whole.equals(keptUntil) ? whole : whole.plusSeconds(1);
  }

  /** Returns the time of a write now, after which the record is kept for the retention. */
  public static WriteTimestamp of(Instant now, Duration retention) {
    return new WriteTimestamp(now, now.plus(retention));
  }

  /** Returns the same write of an open record: it is kept until a later write ends it. */
  WriteTimestamp whileOpen() {
    return isWhileOpen() ? this : new WriteTimestamp(at, keptUntil.plus(WHILE_OPEN));
  }

  /** Returns how long a record is kept after its last change, or its end while it is open. */
  Duration retention() {
    Duration kept = Duration.between(at, keptUntil);
    return isWhileOpen() ? kept.minus(WHILE_OPEN) : kept;
  }

  private boolean isWhileOpen() {
    return Duration.between(at, keptUntil).compareTo(WHILE_OPEN) >= 0;
  }
}
