package dev.effectivelyonce.local.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

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
    return Stream.of(Fault.values()).mapToInt(this::of).sum();
  }

  /** All calls. */
  public synchronized int calls() {
    return calls.values().stream().mapToInt(Integer::intValue).sum();
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
    calls.forEach(
        (operation, count) -> {
          Map<Fault, Integer> ofOne = faults.getOrDefault(operation, Map.of());
          lines.add(row(operation, count, fault -> ofOne.getOrDefault(fault, 0)));
        });
    lines.add(row("all", calls(), this::of));
    return String.join("\n", lines);
  }

  /** The columns of the faults are in the order of their constants. */
  private static String row(String operation, int count, ToIntFunction<Fault> faults) {
    List<String> columns = new ArrayList<>(List.of(operation, number(count)));
    Stream.of(Fault.values()).map(fault -> number(faults.applyAsInt(fault))).forEach(columns::add);
    double sum = Stream.of(Fault.values()).mapToInt(faults).sum();
    columns.add(String.format(Locale.ROOT, "%.0f %%", 100 * sum / Math.max(1, count)));
    return ROW.formatted(columns.toArray());
  }

  private static String number(int count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
