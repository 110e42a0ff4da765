package dev.effectivelyonce.benchmarks.shares;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.report.Machine;
import dev.effectivelyonce.benchmarks.run.Comparison;
import dev.effectivelyonce.benchmarks.run.FailedMessagesException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures the cells of a plan that are not measured at this commit, and reports all of them. */
public record Shares(Consumer<String> progress, FigureFile file, String commit) {
  /**
   * @param progress is told what is measured, a line at a time
   * @param folder of the results, in which those of an earlier run may be
   * @param commit that is measured, as git describes it
   */
  public Shares(Consumer<String> progress, Path folder, String commit) {
    this(progress, new FigureFile(folder.resolve("shares.jsonl")), commit);
  }

  /** Measures; returns its table by the name of its place in a page. */
  public Map<String, String> run(SharesPlan plan) {
    List<Cell> left = plan.cells().stream().filter(cell -> !isMeasured(cell)).toList();
    progress.accept("%s of %s cells are left".formatted(left.size(), plan.cells().size()));
    for (Engine engine : plan.engines()) {
      measureOver(
          engine, left.stream().filter(it -> it.engine() == engine).toList(), plan.rounds());
    }
    return Map.of("shares-of-each", SharesTable.markdown(ratios(plan)));
  }

  /** What was changed since its commit may have been changed since it was measured. */
  private boolean isMeasured(Cell cell) {
    return !commit.endsWith(Machine.CHANGED)
        && file.read().stream().anyMatch(it -> it.isOf(commit, cell));
  }

  private void measureOver(Engine engine, List<Cell> cells, int rounds) {
    if (cells.isEmpty()) {
      return;
    }
    try (EngineProcess process = EngineProcess.start(engine)) {
      warmUp(engine, process, rounds);
      for (Cell cell : cells) {
        progress.accept("  %s, %s CPU, %s".formatted(engine.title(), cell.cpu(), cell.batch()));
        measure(cell, process, rounds);
      }
    }
  }

  /** A cell in which messages fail has no figures, and ends no run of hours. */
  private void measure(Cell cell, EngineProcess process, int rounds) {
    Comparison comparison = new Comparison(process.endpoint(), cell.share());
    try {
      file.add(
          comparison.run(cell.scenario(rounds), cell.contenders()).stream()
              .map(row -> Figure.of(commit, cell, row))
              .toList());
    } catch (FailedMessagesException e) {
      progress.accept("    not measured: " + e.getMessage());
    }
  }

  /** A plan without large batches would measure the compiler. */
  private static void warmUp(Engine engine, EngineProcess process, int rounds) {
    Cell cell = Cell.compiling(engine);
    new Comparison(process.endpoint(), new CpuShare.All())
        .run(cell.scenario(rounds), cell.contenders());
  }

  private List<Ratio> ratios(SharesPlan plan) {
    List<Cell> cells = plan.cells();
    return Ratio.of(
        file.read().stream()
            .filter(figure -> cells.stream().anyMatch(cell -> figure.isOf(commit, cell)))
            .toList());
  }
}
