package dev.effectivelyonce.benchmarks;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.report.Machine;
import dev.effectivelyonce.benchmarks.shares.Shares;
import dev.effectivelyonce.benchmarks.shares.SharesPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What of the part shares is run. */
final class SharesOptions {
  @Option(
      names = "--engine",
      split = ",",
      paramLabel = "ENGINE",
      description = "Engines of the part shares: ${COMPLETION-CANDIDATES}. Default: both.")
  private List<Engine> engines = List.of(Engine.values());

  @Option(
      names = "--size",
      split = ",",
      paramLabel = "N",
      description = "Sizes of a batch of the part shares. Default: 1000, 100, 10, 5, 2 and 1.")
  private List<Integer> sizes = SharesPlan.SIZES;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How many rounds the part shares has. Default: 7.")
  private int rounds = 7;

  @Option(
      names = "--check",
      paramLabel = "FILE",
      description =
          "Holds the ratios of the part shares against those in FILE, and fails where one is"
              + " worse by more than 15 percent, and again when its cell is measured a second"
              + " time. FILE is the ratios.json of an earlier run.")
  private String check = "";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /**
   * Runs it.
   *
   * @param cpu 0: all shares of the goals
   * @param pages takes the tables, each by the name of its place
   * @return the command's exit status
   */
  int run(
      Path results, double cpu, Consumer<Map<String, String>> pages, Consumer<String> progress) {
    requireSound();
    List<Double> cpus = cpu == 0 ? SharesPlan.CPUS : List.of(cpu);
    SharesPlan plan = new SharesPlan(engines, cpus, sizes, rounds);
    Shares shares = new Shares(progress, results, Machine.commit());
    Map<String, String> tables = shares.run(plan);
    progress.accept("\n" + String.join("\n", tables.values()));
    progress.accept("done; files are in " + results);
    pages.accept(tables);
    if (check.isBlank()) {
      return ExitCode.OK;
    }
    List<String> worse = shares.worseThan(Path.of(check), plan);
    worse.forEach(line -> progress.accept("worse by more than 15 %: " + line));
    return worse.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** What is wrong is said before hours of measuring. */
  private void requireSound() {
    if (rounds < 1) {
      throw new ParameterException(
          spec.commandLine(), "Figures need a round or more, and not " + rounds);
    }
    if (!check.isBlank() && !Files.exists(Path.of(check))) {
      throw new ParameterException(
          spec.commandLine(),
          "There is no %s to compare with: copy the ratios.json of a run to it".formatted(check));
    }
  }
}
