package dev.effectivelyonce.benchmarks.shares;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.report.Machine;
import dev.effectivelyonce.benchmarks.run.Comparison;
import dev.effectivelyonce.benchmarks.run.FailedMessagesException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Measures the cells of a plan that are not measured at this commit, and reports all of them. */
public final class Shares {
  private final Consumer<String> progress;
  private final Path folder;
  private final FigureFile file;
  private final String commit;

  /**
   * @param progress is told what is measured, a line at a time
   * @param folder of the results, in which those of an earlier run may be
   * @param commit that is measured, as git describes it
   */
  public Shares(Consumer<String> progress, Path folder, String commit) {
    this.progress = progress;
    this.folder = folder;
    this.commit = commit;
    this.file = new FigureFile(folder.resolve("shares.jsonl"));
  }

  /** Measures; returns each table by the name of its place in a page. */
  public Map<String, String> run(SharesPlan plan) {
    List<Cell> left = plan.cells().stream().filter(cell -> !isMeasured(cell)).toList();
    progress.accept(
        "%s of %s cells are left, about %s"
            .formatted(left.size(), plan.cells().size(), text(estimate(plan, left))));
    measure(plan, left);
    List<Ratio> ratios = ratios(plan);
    RecordedRatios.write(ratios, folder.resolve("ratios.json"));
    Map<String, String> tables =
        Map.of(
            "shares", SharesTable.summary(ratios), "shares-of-each", SharesTable.markdown(ratios));
    try {
      Files.writeString(folder.resolve("shares.md"), String.join("\n", tables.values()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tables;
  }

  /** What was changed since its commit may have been changed since it was measured. */
  private boolean isMeasured(Cell cell) {
    return !commit.endsWith(Machine.CHANGED)
        && file.read().stream().anyMatch(it -> it.isOf(commit, cell));
  }

  private static Duration estimate(SharesPlan plan, List<Cell> cells) {
    return cells.stream()
        .map(cell -> cell.estimate(plan.rounds()))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private void measure(SharesPlan plan, List<Cell> cells) {
    for (Engine engine : plan.engines()) {
      measureOver(plan, cells.stream().filter(it -> it.engine() == engine).toList());
    }
  }

  private void measureOver(SharesPlan plan, List<Cell> cells) {
    if (cells.isEmpty()) {
      return;
    }
    try (EngineProcess engine = EngineProcess.start(cells.getFirst().engine())) {
      warmUp(engine, plan.rounds());
      List<Cell> left = new ArrayList<>(cells);
      while (!left.isEmpty()) {
        Cell cell = left.getFirst();
        progress.accept(
            "  %s, %s CPU, %s; about %s left over it"
                .formatted(
                    cell.engine().title(), cell.cpu(), cell.batch(), text(estimate(plan, left))));
        measure(cell, engine, plan.rounds());
        left.removeFirst();
      }
    }
  }

  /** A cell in which messages fail has no figures, and ends no run of hours. */
  private void measure(Cell cell, EngineProcess engine, int rounds) {
    Comparison comparison = new Comparison(engine.endpoint(), cell.share());
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
  private static void warmUp(EngineProcess process, int rounds) {
    Cell cell = Cell.compiling(process.engine());
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

  /**
   * Holds what was measured against a record. Medians of few rounds vary, so cells with a worse
   * ratio are measured a second time.
   *
   * @return the ratios that were worse by more than 15 % both times, each as a line
   * @throws IllegalStateException if nothing of the record was measured
   */
  public List<String> worseThan(Path recorded, SharesPlan plan) {
    RecordedRatios record = RecordedRatios.read(recorded);
    List<Ratio> worse = record.worse(ratios(plan));
    List<Cell> again =
        plan.cells().stream().filter(cell -> worse.stream().anyMatch(it -> it.isOf(cell))).toList();
    progress.accept(
        "%s ratios are worse by more than 15 %%; %s cells are measured again"
            .formatted(worse.size(), again.size()));
    measure(plan, again);
    Set<String> before = worse.stream().map(Ratio::key).collect(Collectors.toSet());
    return record.worse(ratios(plan)).stream()
        .filter(it -> before.contains(it.key()))
        .map(record::line)
        .toList();
  }

  private static String text(Duration duration) {
    return "%s min".formatted(Math.max(1, duration.toMinutes()));
  }
}
