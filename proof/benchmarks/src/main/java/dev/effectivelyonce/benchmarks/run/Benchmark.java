package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.run.CpuRow.Below;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs the short parts, one after the other, over one engine.
 *
 * @param progress is told what is about to be measured, a line at a time
 */
public record Benchmark(Consumer<String> progress) {
  private static final Duration CPU_WARM_UP = Duration.ofSeconds(3);
  private static final Duration CPU_SLICE = Duration.ofMillis(600);
  private static final int CPU_ROUNDS = 5;

  /** So many that the cache has forgotten a message when it comes again: all are new. */
  private static final int CPU_BATCHES = 1_200;

  /** Measures, and returns the table of each part by the name of its place in a page. */
  public Map<String, String> run(Set<Part> parts) {
    Map<String, String> tables = new LinkedHashMap<>();
    try (EngineProcess engine = EngineProcess.start(Engine.LOCAL)) {
      Comparison comparison = new Comparison(engine.endpoint(), new CpuShare.All());
      for (Part part : parts) {
        tables.put(part.place(), table(part, comparison));
      }
    }
    return tables;
  }

  private String table(Part part, Comparison comparison) {
    return switch (part) {
      case CPU -> Tables.ofCpu(cpu());
      case REQUESTS -> Tables.ofRequests(compared(part, comparison));
      case COMMITS, CACHE -> Tables.ofTimes(compared(part, comparison));
    };
  }

  private List<Row> compared(Part part, Comparison comparison) {
    List<Row> rows = new ArrayList<>();
    for (Scenario scenario : Plan.scenarios(part)) {
      progress.accept(part.place() + ", " + scenario.title());
      rows.addAll(comparison.run(scenario, contenders(part, scenario)));
    }
    return rows;
  }

  /** On a thread pool the order within a message group is lost: no comparison. */
  static List<Contender> contenders(Part part, Scenario scenario) {
    return switch (part) {
      case COMMITS -> Contender.writingRows();
      case CACHE -> Contender.remembering();
      case REQUESTS, CPU ->
          scenario.shape().messageGroups().isPresent()
              ? Contender.onFifoQueues()
              : Contender.onStandardQueues();
    };
  }

  private List<CpuRow> cpu() {
    CpuComparison comparison = new CpuComparison(CPU_WARM_UP, CPU_SLICE, CPU_ROUNDS, CPU_BATCHES);
    List<CpuRow> rows = new ArrayList<>();
    for (Below below : Below.values()) {
      progress.accept("cpu, " + below.title());
      rows.addAll(comparison.run(below, Contender.withoutStore()));
    }
    return rows;
  }
}
