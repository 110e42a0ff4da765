package dev.effectivelyonce.metrics;

import dev.effectivelyonce.core.engine.MetricNames;
import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.UnreadMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The counts of one consumer. Not thread-safe. */
final class ConsumerCounts {
  private final Map<Transition.Kind, Long> counts = new EnumMap<>(Transition.Kind.class);
  private final Map<UnreadMessage.Kind, Long> unread = new EnumMap<>(UnreadMessage.Kind.class);
  private final List<Long> claimLatenciesMillis = new ArrayList<>();
  private final List<Long> attemptAgesMillis = new ArrayList<>();
  private final List<Long> givenBackAgesMillis = new ArrayList<>();
  private long ungrouped;
  private long cacheHits;
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

  void add(UnreadMessage message) {
    unread.merge(message.kind(), 1L, Long::sum);
    at(message.at());
  }

  void onUngrouped(int writes, Instant at) {
    ungrouped += writes;
    at(at);
  }

  void onReturned(Instant sent, Instant at) {
    givenBackAgesMillis.add(millis(Duration.between(sent, at)));
    at(at);
  }

  void onCacheHit(Instant at) {
    cacheHits++;
    at(at);
  }

  private void at(Instant time) {
    latest = time.isAfter(latest) ? time : latest;
  }

  /** Returns the counts by the names of their metrics. */
  Map<String, Long> counts() {
    Map<String, Long> named = new LinkedHashMap<>();
    counts.forEach((kind, count) -> named.put(MetricNames.of(kind), count));
    unread.forEach((kind, count) -> named.put(MetricNames.of(kind), count));
    if (ungrouped > 0) {
      named.put(MetricNames.UNGROUPED, ungrouped);
    }
    if (cacheHits > 0) {
      named.put(MetricNames.CACHE_HIT, cacheHits);
    }
    return named;
  }

  List<Long> claimLatenciesMillis() {
    return claimLatenciesMillis;
  }

  List<Long> attemptAgesMillis() {
    return attemptAgesMillis;
  }

  List<Long> givenBackAgesMillis() {
    return givenBackAgesMillis;
  }

  int durations() {
    return Math.max(
        givenBackAgesMillis.size(),
        Math.max(claimLatenciesMillis.size(), attemptAgesMillis.size()));
  }

  Instant latest() {
    return latest;
  }

  /** Returns at least zero: a clock that was set back would give a negative duration. */
  private static long millis(Duration duration) {
    return Math.max(0, duration.toMillis());
  }
}
