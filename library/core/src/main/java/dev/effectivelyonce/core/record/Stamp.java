package dev.effectivelyonce.core.record;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * When a write happens, and until when the record is then kept. Every write moves both on, so a
 * record lives for its retention after its last change.
 *
 * @param at in whole milliseconds
 * @param keptUntil in whole seconds, the resolution of a TTL attribute; rounded up
 */
public record Stamp(Instant at, Instant keptUntil) {
  /** Longer than any retention: a record that is half done waits for its end, or an operator. */
  private static final Duration WHILE_OPEN = Duration.ofDays(200 * 365);

  /** Brings both to the resolution that stores keep. */
  public Stamp {
    at = at.truncatedTo(ChronoUnit.MILLIS);
    Instant whole = keptUntil.truncatedTo(ChronoUnit.SECONDS);
    keptUntil = whole.equals(keptUntil) ? whole : whole.plusSeconds(1);
  }

  /** A write now, after which the record is kept for the retention. */
  public static Stamp of(Instant now, Duration retention) {
    return new Stamp(now, now.plus(retention));
  }

  /** The same write of a record that is open: it is kept until a later write ends it. */
  Stamp whileOpen() {
    return isWhileOpen() ? this : new Stamp(at, keptUntil.plus(WHILE_OPEN));
  }

  /** How long a record is kept after its last change, or after its end while it is open. */
  Duration retention() {
    Duration kept = Duration.between(at, keptUntil);
    return isWhileOpen() ? kept.minus(WHILE_OPEN) : kept;
  }

  private boolean isWhileOpen() {
    return Duration.between(at, keptUntil).compareTo(WHILE_OPEN) >= 0;
  }
}
