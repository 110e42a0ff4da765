package dev.effectivelyonce.simulation.run;

import java.time.Duration;

/**
 * How many histories are run.
 *
 * @param firstSeed the seeds count from here
 * @param histories at most so many
 * @param duration no further one begins after this
 * @param failures no further one begins after so many: more say no more
 */
public record Budget(long firstSeed, long histories, Duration duration, int failures) {
  private static final int MOST_FAILURES = 10;
  private static final Duration NO_END = Duration.ofDays(365);

  /** So many, however long they take: the same ones each time. */
  public static Budget ofHistories(long firstSeed, long histories) {
    return new Budget(firstSeed, histories, NO_END, MOST_FAILURES);
  }

  /** As many as there is time for. */
  public static Budget ofDuration(long firstSeed, Duration duration) {
    return new Budget(firstSeed, Long.MAX_VALUE, duration, MOST_FAILURES);
  }

  /** The same, but it ends with the first failure. */
  public Budget untilItFails() {
    return new Budget(firstSeed, histories, duration, 1);
  }
}
