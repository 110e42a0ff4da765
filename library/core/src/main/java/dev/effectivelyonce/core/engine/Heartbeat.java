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
 * the first renewal costs no further write. If its process dies, the claim lapses at the end of the
 * lease and not only at the deadline.
 *
 * @param lease how long a claim is held without a renewal, besides the request's margin for clocks
 * @param renewed called after each renewal with the lease that was written, on a thread of the
 *     platform's timers; an exception that it throws is logged and has no other effect
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

  /** Returns the time between a renewal and the next one. */
  Duration beat() {
    return lease.dividedBy(BEATS_IN_A_LEASE);
  }

  /** Returns the time between an unanswered renewal and the next one. */
  Duration pause() {
    return beat().dividedBy(TRIES_IN_A_BEAT);
  }

  /**
   * Returns the time until the next renewal is due, given the time until which the claim is held.
   */
  Duration next(Instant now, Instant heldUntil) {
    Duration rest = Duration.between(now, heldUntil).minus(lease.minus(beat()));
    Duration atLeast = Collections.max(List.of(rest, pause()));
    return Collections.min(List.of(atLeast, beat()));
  }
}
