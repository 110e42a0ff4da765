package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.run.CpuRow.Below;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Runs parts, one after the other, over one engine. */
public final class Benchmark {
  private static final Duration CPU_WARM_UP = Duration.ofSeconds(3);
  private static final Duration CPU_SLICE = Duration.ofMillis(600);
  private static final int CPU_ROUNDS = 5;
  private static final List<Integer> MEMORY_SIZES = List.of(10_000);

  private final Consumer<String> progress;
  private final CpuShare share;

  /**
   * @param progress is told what is about to be measured, a line at a time
   * @param share of a processor that this process has while it measures batches
   */
  public Benchmark(Consumer<String> progress, CpuShare share) {
    this.progress = progress;
    this.share = share;
  }

  /** Everything that the parts measure. */
  public Results run(Set<Part> parts) {
    Results results = new Results();
    try (EngineProcess engine = EngineProcess.start(Engine.LOCAL)) {
      parts.forEach(part -> run(part, engine.endpoint(), results));
    }
    return results;
  }

  private void run(Part part, URI endpoint, Results results) {
    progress.accept(part.title());
    switch (part) {
      case CPU -> cpu(results);
      case MEMORY -> memory(endpoint, results);
      case REQUESTS, LATENCY, MIXES, FIFO, COMMITS, WRITES, WINDOW, SIZES -> {
        Comparison comparison = new Comparison(endpoint, share);
        for (Scenario scenario : Plan.scenarios(part)) {
          progress.accept(
              String.format(
                  Locale.ROOT,
                  "  %s, batches of %,d, store latency %d ms",
                  scenario.shape().title(),
                  scenario.shape().batchSize(),
                  scenario.latency().toMillis()));
          results.add(part, comparison.run(scenario, contenders(part, scenario)));
        }
      }
    }
  }

  /** On a thread pool the order within a message group is lost: no comparison. */
  static List<Contender> contenders(Part part, Scenario scenario) {
    if (part == Part.COMMITS) {
      return Contender.writingRows();
    }
    if (part == Part.WRITES) {
      return Contender.writing();
    }
    if (part == Part.WINDOW) {
      return Contender.remembering();
    }
    return scenario.shape().messageGroups().isPresent()
        ? Contender.onFifoQueues()
        : Contender.onStandardQueues();
  }

  private void cpu(Results results) {
    CpuComparison comparison = new CpuComparison(CPU_WARM_UP, CPU_SLICE, CPU_ROUNDS);
    for (Below below : Below.values()) {
      progress.accept("  " + below.title());
      results.addCpu(comparison.run(below, Contender.withoutStore()));
    }
  }

  private void memory(URI endpoint, Results results) {
    MemoryComparison comparison = new MemoryComparison(endpoint);
    for (int size : MEMORY_SIZES) {
      for (Contender contender : List.of(Contender.GROUPED, Contender.POOLED)) {
        progress.accept(String.format(Locale.ROOT, "  %s, batch of %,d", contender.title(), size));
        results.addMemory(comparison.run(contender, size));
      }
    }
  }
}
