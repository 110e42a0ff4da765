package dev.effectivelyonce.core.saga;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.steps.Steps;
import java.time.Duration;

/**
 * The bounds for trying something: it ends when both are reached.
 *
 * @param attempts the least number of attempts
 * @param time the least time since the step was first begun
 */
record Patience(int attempts, Duration time) {
  /** Patience that never ends. */
  static final Patience ENDLESS = new Patience(Integer.MAX_VALUE, Duration.ZERO);

  Patience {
    if (attempts < 1 || time.isNegative()) {
      throw new ConfigurationException(
          "A saga can't give up in attempt " + attempts + ", after " + time,
          "Count attempts from 1, and give a time that is not negative");
    }
  }

  Patience inAttempt(int attempt) {
    return new Patience(attempt, time);
  }

  Patience after(Duration sinceBegun) {
    return new Patience(equals(ENDLESS) ? 1 : attempts, sinceBegun);
  }

  /**
   * @param tried how often, this time included
   * @param step whose first beginning counts
   */
  boolean isOver(int tried, String step, Steps steps) {
    return tried >= attempts && steps.age(step).compareTo(time) >= 0;
  }
}
