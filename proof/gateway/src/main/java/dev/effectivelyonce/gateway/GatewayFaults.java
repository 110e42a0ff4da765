package dev.effectivelyonce.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * How often calls go wrong: a third each is refused before it happened, cut after it, and answered
 * late. Which ones is decided by the seed, the call's idempotency key and how often it came, so
 * that the same callers meet the same faults in any order.
 *
 * @param rate the share of calls with a fault, from 0 to 1
 * @param seed decides which
 * @param slowness how late a late answer is
 */
public record GatewayFaults(double rate, long seed, Duration slowness) {
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final List<Fault> AFTER_A_CHANGE = List.of(Fault.values());
  private static final List<Fault> OF_A_LOOKUP = List.of(Fault.REFUSED, Fault.CUT);

  /**
   * @throws IllegalArgumentException if the rate is not from 0 to 1
   */
  public GatewayFaults {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("rate is " + rate + "; set 0 to 1");
    }
  }

  /** Nothing goes wrong. */
  public static GatewayFaults none() {
    return new GatewayFaults(0, 0, Duration.ZERO);
  }

  /** The fault of a call that changes something. */
  Optional<Fault> ofChange(String key, int time) {
    return drawn(key, time, AFTER_A_CHANGE);
  }

  /** The fault of a question. */
  Optional<Fault> ofLookup(String key, int time) {
    return drawn("?" + key, time, OF_A_LOOKUP);
  }

  private Optional<Fault> drawn(String key, int time, List<Fault> faults) {
    SplittableRandom random = new SplittableRandom(seed + MIX * (31L * key.hashCode() + time));
    if (random.nextDouble() >= rate) {
      return Optional.empty();
    }
    return Optional.of(faults.get(random.nextInt(faults.size())));
  }
}
