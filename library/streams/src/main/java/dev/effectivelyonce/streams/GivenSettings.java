package dev.effectivelyonce.streams;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Duration;

/** Refuses settings of a consumer that are missing or out of range. */
record GivenSettings(ConsumerName consumer) {
  /** The limit of the margin: with the longest invocation, a lease stays below any retention. */
  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(15);

  void checkMargin(Duration margin) {
    check(
        !margin.isNegative() && margin.compareTo(LONGEST_MARGIN) <= 0,
        "leaseMargin",
        margin,
        "Set PT0S to " + LONGEST_MARGIN);
  }

  void check(boolean valid, String setting, Object value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of consumer " + consumer + " is " + value, remedy);
    }
  }
}
