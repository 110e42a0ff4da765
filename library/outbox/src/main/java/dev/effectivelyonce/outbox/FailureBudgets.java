package dev.effectivelyonce.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Limits the time that failing destinations take from the others in one invocation. */
final class FailureBudgets {
  /** The most requests in a row of which the destination took nothing. */
  private static final int MOST_FAILURES = 3;

  /** The most time of all such requests together: that of two without an answer. */
  private static final Duration MOST_TIME = Duration.ofSeconds(8);

  private final Map<String, Spent> byDestination = new HashMap<>();

  /** The cost of one destination so far. */
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

  /** Returns whether nothing more is sent to a destination. */
  boolean isUsedUp(String destination) {
    return byDestination.getOrDefault(destination, Spent.NOTHING).isUsedUp();
  }

  /** Notes the answers to a request, or its failure. */
  void note(String destination, List<SendResult> fates, Duration took) {
    Spent spent = byDestination.getOrDefault(destination, Spent.NOTHING);
    boolean isFailure = fates.stream().allMatch(SendResult.Later.class::isInstance);
    byDestination.put(destination, isFailure ? spent.failed(took) : spent.answered());
  }
}
