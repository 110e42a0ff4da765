package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the claim of an attempt alive while its handler runs. The claim has a short lease, which is
 * renewed when a third of it has passed, until the request's deadline. A handler that ends before
 * the first renewal costs no further write. After the death of its process the claim lapses within
 * the lease, rather than with the deadline.
 *
 * @param lease how long a claim is held without a renewal, besides the request's margin for clocks
 * @param renewed called with the lease that was written, after each renewal, on a thread of the
 *     platform's timers; what it throws is logged and has no other effect
 */
public record Heartbeat(Duration lease, Consumer<Instant> renewed) {
  /** The shortest lease. A shorter one could lapse before a slow renewal is answered. */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The longest lease. It is far below the shortest retention, so no lease outlasts its record. */
  private static final Duration LONGEST = Duration.ofMinutes(15);

  private static final int BEATS_IN_A_LEASE = 3;
  private static final int TRIES_IN_A_BEAT = 4;

  /**
   * @throws ConfigurationException if the lease is shorter than a second or longer than 15 minutes
   */
  public Heartbeat {
    if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
      throw new ConfigurationException(
          "The lease of the heartbeat is " + lease, "Set " + SHORTEST + " to " + LONGEST);
    }
  }

  /** Returns how long after a renewal the next one comes. */
  Duration beat() {
    return lease.dividedBy(BEATS_IN_A_LEASE);
  }

  /** Returns how long after an unanswered renewal the next one comes. */
  Duration pause() {
    return beat().dividedBy(TRIES_IN_A_BEAT);
  }

  /** Returns the time until the next renewal is due, given until when the claim is held. */
  Duration next(Instant now, Instant heldUntil) {
    Duration rest = Duration.between(now, heldUntil).minus(lease.minus(beat()));
    Duration atLeast = Collections.max(List.of(rest, pause()));
    return Collections.min(List.of(atLeast, beat()));
  }
}
