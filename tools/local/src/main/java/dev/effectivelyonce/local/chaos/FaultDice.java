package dev.effectivelyonce.local.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Chooses faults by a seed: which faults come, and in which order. Which call meets which follows
 * from the order in which calls arrive. Safe for use by many threads.
 */
final class FaultDice {
  private static final int LEAST_DELAY_MILLIS = 20;
  private static final int MOST_DELAY_MILLIS = 300;

  private static final List<Fault> FAULTS = List.of(Fault.values());

  private final double rate;
  private final SplittableRandom random;

  /**
   * @param rate the share of calls with a fault, all kinds alike, from 0 to 1
   */
  FaultDice(double rate, long seed) {
    this.rate = rate;
    this.random = new SplittableRandom(seed);
  }

  /** The fault of the next call, if it has one; one that it can't have becomes a delay. */
  synchronized Optional<Fault> next(Set<Fault> possible) {
    if (random.nextDouble() >= rate) {
      return Optional.empty();
    }
    Fault drawn = FAULTS.get(random.nextInt(FAULTS.size()));
    return Optional.of(possible.contains(drawn) ? drawn : Fault.DELAY);
  }

  synchronized Duration delay() {
    return Duration.ofMillis(random.nextInt(LEAST_DELAY_MILLIS, MOST_DELAY_MILLIS + 1));
  }
}
