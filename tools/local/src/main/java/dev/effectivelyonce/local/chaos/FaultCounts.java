package dev.effectivelyonce.local.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How many calls and faults there were, by operation. Safe for use by many threads. */
public final class FaultCounts {
  private static final String ROW = "%-40s %9s %9s %9s %9s %9s %9s %7s";

  private final Map<String, Integer> calls = new TreeMap<>();
  private final Map<String, Map<Fault, Integer>> faults = new TreeMap<>();

  FaultCounts() {}

  synchronized void called(String operation) {
    calls.merge(operation, 1, Integer::sum);
  }

  synchronized void happened(String operation, Fault fault) {
    faults
        .computeIfAbsent(operation, ignored -> new EnumMap<>(Fault.class))
        .merge(fault, 1, Integer::sum);
  }

  /** All faults. */
  public synchronized int total() {
    return faults.values().stream().mapToInt(FaultCounts::sum).sum();
  }

  /** All calls. */
  public synchronized int calls() {
    return sum(calls);
  }

  /** Returns how many faults of a kind there were. */
  public synchronized int of(Fault fault) {
    return faults.values().stream().mapToInt(ofOne -> ofOne.getOrDefault(fault, 0)).sum();
  }

  /** A table: a row for each operation, and their sum. */
  public synchronized String print() {
    List<String> lines = new ArrayList<>();
    lines.add(
        ROW.formatted(
            "FAULTS", "calls", "dropped", "delayed", "doubled", "throttled", "cut", "share"));
    Map<Fault, Integer> all = new EnumMap<>(Fault.class);
    calls.forEach(
        (operation, count) -> {
          Map<Fault, Integer> ofOne = faults.getOrDefault(operation, Map.of());
          ofOne.forEach((fault, times) -> all.merge(fault, times, Integer::sum));
          lines.add(row(operation, count, ofOne));
        });
    lines.add(row("all", sum(calls), all));
    return String.join("\n", lines);
  }

  private static String row(String operation, int count, Map<Fault, Integer> faults) {
    return ROW.formatted(
        operation,
        String.format(Locale.ROOT, "%,d", count),
        number(faults, Fault.DROP),
        number(faults, Fault.DELAY),
        number(faults, Fault.DUPLICATE),
        number(faults, Fault.THROTTLE),
        number(faults, Fault.CUT),
        String.format(Locale.ROOT, "%.0f %%", 100.0 * sum(faults) / Math.max(1, count)));
  }

  private static String number(Map<Fault, Integer> faults, Fault fault) {
    return String.format(Locale.ROOT, "%,d", faults.getOrDefault(fault, 0));
  }

  private static int sum(Map<?, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
