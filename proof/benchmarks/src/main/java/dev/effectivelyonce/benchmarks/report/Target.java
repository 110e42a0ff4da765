package dev.effectivelyonce.benchmarks.report;

import java.util.OptionalDouble;

/**
 * A target of the project and what was measured.
 *
 * @param limit what the measured value is compared with
 * @param powertools the other side's value, where the target does not compare
 */
public record Target(
    String what, Bound bound, double limit, OptionalDouble measured, OptionalDouble powertools) {
  /** On which side of the limit the target is met. */
  public enum Bound {
    /** The limit or less. */
    AT_MOST,
    /** The limit or more. */
    AT_LEAST
  }

  /** Whether it is met. */
  public String verdict() {
    if (measured.isEmpty()) {
      return "not measured";
    }
    return isMet(measured.getAsDouble()) ? "met" : "**not met**";
  }

  private boolean isMet(double value) {
    return switch (bound) {
      case AT_MOST -> value <= limit;
      case AT_LEAST -> value >= limit;
    };
  }
}
