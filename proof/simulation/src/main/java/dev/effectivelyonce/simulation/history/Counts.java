package dev.effectivelyonce.simulation.history;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** How often what happened in histories. For one thread. */
public final class Counts {
  private final Map<Enum<?>, long[]> counts = new HashMap<>();
  private final Map<String, Long> sums = new TreeMap<>();

  /** Something happened. */
  public void add(Enum<?> what) {
    counter(what)[0]++;
  }

  /** Something that has only a name happened so many times. */
  public void add(String what, long times) {
    sums.merge(what, times, Long::sum);
  }

  /** Adds what another counted. */
  public void addAll(Counts other) {
    other.counts.forEach((what, count) -> counter(what)[0] += count[0]);
    other.sums.forEach(this::add);
  }

  /** How often it happened. */
  public long of(Enum<?> what) {
    return counts.getOrDefault(what, new long[1])[0];
  }

  /** How often what has only a name happened. */
  public long of(String what) {
    return sums.getOrDefault(what, 0L);
  }

  /** Everything that has only a name, with how often it happened. */
  public Map<String, Long> named() {
    return new TreeMap<>(sums);
  }

  private long[] counter(Enum<?> what) {
    return counts.computeIfAbsent(what, ignored -> new long[1]);
  }
}
