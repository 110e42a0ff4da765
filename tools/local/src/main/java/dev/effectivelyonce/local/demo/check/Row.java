package dev.effectivelyonce.local.demo.check;

/**
 * A count beside what the plan implies for it.
 *
 * @param label what is counted
 * @param expected what the plan implies
 * @param actual what was found
 * @param why from what the expectation follows
 */
public record Row(String label, Range expected, long actual, String why) {
  /** Returns whether it is as expected. */
  public boolean isAsExpected() {
    return expected.contains(actual);
  }

  /** Returns whether it says anything: nothing found where anything may be does not. */
  boolean isTelling() {
    return actual > 0 || !expected.equals(Range.any());
  }
}
