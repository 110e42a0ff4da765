package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What was measured, as far as it was. For one thread. */
public final class Results {
  private final Map<Part, List<Row>> rows = new EnumMap<>(Part.class);
  private final List<CpuRow> cpu = new ArrayList<>();
  private final List<MemoryRow> memory = new ArrayList<>();

  void add(Part part, List<Row> added) {
    rows.computeIfAbsent(part, ignored -> new ArrayList<>()).addAll(added);
  }

  void addCpu(List<CpuRow> added) {
    cpu.addAll(added);
  }

  void addMemory(MemoryRow added) {
    memory.add(added);
  }

  /** The parts that were measured. */
  public Set<Part> parts() {
    Set<Part> measured = EnumSet.noneOf(Part.class);
    measured.addAll(rows.keySet());
    addIf(!cpu.isEmpty(), Part.CPU, measured);
    addIf(!memory.isEmpty(), Part.MEMORY, measured);
    return measured;
  }

  private static void addIf(boolean measured, Part part, Set<Part> parts) {
    if (measured) {
      parts.add(part);
    }
  }

  /** The comparisons of a part. */
  public List<Row> rows(Part part) {
    return rows.getOrDefault(part, List.of());
  }

  /** A contender's comparison of a part that fits. */
  public Optional<Row> row(Part part, Contender contender, Predicate<Row> fits) {
    return rows(part).stream().filter(row -> row.contender() == contender).filter(fits).findFirst();
  }

  /** Processor time without I/O. */
  public List<CpuRow> cpu() {
    return List.copyOf(cpu);
  }

  /** Live heap. */
  public List<MemoryRow> memory() {
    return List.copyOf(memory);
  }
}
