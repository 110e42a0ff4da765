package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is explored, and how far.
 *
 * @param name for reports
 * @param policy of the consumer
 * @param actors at most eight
 * @param steps what handlers may do
 * @param limits how much may happen
 */
record Scenario(
    String name,
    AbandonedClaimPolicy policy,
    List<Actor> actors,
    Set<HandlerStep> steps,
    Limits limits) {

  /** The unit of time: what is decided within one is decided at the same moment. */
  static final Duration TICK = Duration.ofSeconds(1);

  /** From the begin of a delivery, by its worker's clock. */
  static final Duration STOP = TICK;

  /** When the platform ends a delivery, from its begin. */
  static final Duration DEADLINE = TICK;

  /** From the begin of a delivery: the deadline and a margin. */
  static final Duration LEASE = TICK.multipliedBy(2);

  /** How long records are kept. */
  static final Duration RETENTION = Duration.ofHours(1);

  /** What an actor does. */
  enum Role {
    /** Takes deliveries of the message until one is acknowledged. */
    WORKER,
    /** Looks the record up, then settles what was seen as COMPLETED. */
    SETTLES_COMPLETED,
    /** Looks the record up, then settles what was seen as RETRYABLE. */
    SETTLES_RETRYABLE,
    /** Looks the record up, then forgets what was seen. */
    FORGETS,
    /** Looks the record up, then erases what was seen. */
    ERASES,
    /** Looks the record up, then acknowledges what was seen. */
    ACKNOWLEDGES
  }

  /**
   * Who acts.
   *
   * @param deliveries how many it takes at most
   * @param skew how far its clock is ahead
   * @param payload of its message
   */
  record Actor(Role role, int deliveries, Duration skew, Fingerprint payload) {
    static Actor worker(int deliveries) {
      return new Actor(Role.WORKER, deliveries, Duration.ZERO, Fingerprint.of("paid 7 EUR"));
    }

    static Actor operator(Role role) {
      return new Actor(role, 1, Duration.ZERO, Fingerprint.of(""));
    }

    Actor skewed(Duration by) {
      return new Actor(role, deliveries, by, payload);
    }

    Actor paying(String other) {
      return new Actor(role, deliveries, skew, Fingerprint.of(other));
    }

    @Override
    public String toString() {
      String times = deliveries == 1 ? "" : " x " + deliveries;
      String ahead = skew.isZero() ? "" : " +" + skew.toSeconds() + " s";
      return role.name().toLowerCase(Locale.ROOT).replace('_', ' ') + times + ahead;
    }
  }

  /**
   * How much may happen in one history.
   *
   * @param ticks of time
   * @param crashes of workers, at any point
   * @param faults calls of the store whose request or answer is lost, that the SDK sends twice, or
   *     that arrive after their caller gave up
   * @param expiries how often time moves past the retention of every record
   */
  record Limits(int ticks, int crashes, int faults, int expiries) {
    /** What is left of them after one more of a kind. */
    Limits less(Action.Kind kind) {
      return switch (kind) {
        case TICK -> new Limits(ticks - 1, crashes, faults, expiries);
        case CRASH -> new Limits(ticks, crashes - 1, faults, expiries);
        case EXPIRE -> new Limits(ticks, crashes, faults, expiries - 1);
        default -> new Limits(ticks, crashes, faults - 1, expiries);
      };
    }

    long hash() {
      return Hash.mix(Hash.mix(ticks, crashes), Hash.mix(faults, expiries));
    }

    @Override
    public String toString() {
      String rest =
          (faults == 0 ? "" : ", " + faults + " faults") + (expiries == 0 ? "" : ", expiry");
      return ticks + " s, " + crashes + " crashes" + rest;
    }
  }

  /** The bounds, for a table. */
  String bounds() {
    String who = actors.stream().map(Actor::toString).collect(Collectors.joining(", "));
    return who + "; " + limits;
  }

  /** Whether clocks differ by no more than the lease's margin allows. */
  boolean isWithinMargin() {
    LongSummaryStatistics skews =
        actors.stream().mapToLong(it -> it.skew().toMillis()).summaryStatistics();
    return skews.getMax() - skews.getMin() <= LEASE.minus(DEADLINE).toMillis();
  }

  int deliveries() {
    return actors.stream().mapToInt(Actor::deliveries).max().orElse(0);
  }
}
