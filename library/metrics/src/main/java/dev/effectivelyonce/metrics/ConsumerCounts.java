package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.engine.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The counts of one consumer. Not thread-safe. */
final class ConsumerCounts {
  private final Map<Transition.Kind, Long> counts = new EnumMap<>(Transition.Kind.class);
  private final List<Long> claimLatenciesMillis = new ArrayList<>();
  private final List<Long> attemptAgesMillis = new ArrayList<>();
  private long ungrouped;
  private Instant latest = Instant.MIN;

  void add(Transition transition) {
    counts.merge(transition.kind(), 1L, Long::sum);
    at(transition.at());
    switch (transition.kind()) {
      case CLAIMED, TAKEN_OVER -> claimLatenciesMillis.add(millis(transition.elapsed()));
      case EXECUTED, RELEASED, FAILED, HELD ->
          transition.held().map(ConsumerCounts::millis).ifPresent(attemptAgesMillis::add);
      default -> {}
    }
  }

  void ungrouped(int writes, Instant at) {
    ungrouped += writes;
    at(at);
  }

  private void at(Instant time) {
    latest = time.isAfter(latest) ? time : latest;
  }

  /** Returns how many writes of groups were sent one by one. */
  long ungrouped() {
    return ungrouped;
  }

  Map<Transition.Kind, Long> counts() {
    return counts;
  }

  List<Long> claimLatenciesMillis() {
    return claimLatenciesMillis;
  }

  List<Long> attemptAgesMillis() {
    return attemptAgesMillis;
  }

  int durations() {
    return Math.max(claimLatenciesMillis.size(), attemptAgesMillis.size());
  }

  Instant latest() {
    return latest;
  }

  /** Returns at least zero: a clock that was set back would give a negative duration. */
  private static long millis(Duration duration) {
    return Math.max(0, duration.toMillis());
  }
}
