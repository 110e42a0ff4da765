package dev.effectivelyonce.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What destinations that fail may cost one invocation. The messages of all others wait while one is
 * asked.
 */
final class FailureBudgets {
  /** Requests in a row of which nothing was taken. */
  private static final int MOST_FAILURES = 3;

  /** Of all such requests together: that of two which are not answered. */
  private static final Duration MOST_TIME = Duration.ofSeconds(8);

  private final Map<String, Spent> byDestination = new HashMap<>();

  /** What one destination has cost. */
  private record Spent(int failuresInARow, Duration time) {
    static final Spent NOTHING = new Spent(0, Duration.ZERO);

    Spent failed(Duration took) {
      return new Spent(failuresInARow + 1, time.plus(took));
    }

    Spent answered() {
      return new Spent(0, time);
    }

    boolean isUsedUp() {
      return failuresInARow >= MOST_FAILURES || time.compareTo(MOST_TIME) >= 0;
    }
  }

  /** Whether a destination is not asked any more. */
  boolean isUsedUp(String destination) {
    return byDestination.getOrDefault(destination, Spent.NOTHING).isUsedUp();
  }

  /** A request was answered so, or failed. */
  void note(String destination, List<SendResult> fates, Duration took) {
    Spent spent = byDestination.getOrDefault(destination, Spent.NOTHING);
    boolean isFailure = fates.stream().allMatch(SendResult.Later.class::isInstance);
    byDestination.put(destination, isFailure ? spent.failed(took) : spent.answered());
  }
}
