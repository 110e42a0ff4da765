package dev.effectivelyonce.benchmarks;

import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.report.Machine;
import dev.effectivelyonce.benchmarks.shares.Shares;
import dev.effectivelyonce.benchmarks.shares.SharesPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
      names = "--cpu",
      split = ",",
      paramLabel = "SHARE",
      description =
          "Shares of a processor that this process has in the part shares: 0.29 is that of 512 MB,"
              + " 1 that of 1,769 MB. One that the machine does not have whole needs control groups"
              + " of Linux and the right to make one. Default: 0.29, 0.58, 1 and 2.")
  private List<Double> cpus = SharesPlan.CPUS;

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
      names = "--results",
      paramLabel = "DIR",
      description =
          "Where the figures of the part shares go, and are found by a run that goes on where"
              + " another ended. Default: proof/benchmarks/target/results.")
  private Path results = Path.of("proof", "benchmarks", "target", "results");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** Runs it. What is wrong is said before hours of measuring. */
  Map<String, String> run(Consumer<String> progress) {
    if (rounds < 1) {
      throw new ParameterException(
          spec.commandLine(), "Figures need a round or more, and not " + rounds);
    }
    return new Shares(progress, results, Machine.commit())
        .run(new SharesPlan(engines, cpus, sizes, rounds));
  }
}
