package dev.effectivelyonce.benchmarks.run;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the JMH benchmarks, each in a process of its own. */
final class Micro {
  private static final String BENCHMARKS = "dev\\.effectivelyonce\\.benchmarks\\.micro\\..*";
  private static final TimeValue ITERATION = TimeValue.milliseconds(700);
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  private Micro() {}

  static List<MicroRow> run() {
    try {
      return new Runner(options()).run().stream().map(Micro::row).toList();
    } catch (RunnerException e) {
      throw new IllegalStateException("JMH failed", e);
    }
  }

  private static Options options() {
    return new OptionsBuilder()
        .include(BENCHMARKS)
        .timeUnit(TimeUnit.NANOSECONDS)
        .warmupIterations(3)
        .warmupTime(ITERATION)
        .measurementIterations(3)
        .measurementTime(ITERATION)
        .forks(1)
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build();
  }

  private static MicroRow row(RunResult result) {
    Result<?> time = result.getPrimaryResult();
    String name = result.getParams().getBenchmark();
    return new MicroRow(
        name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1),
        time.getScore(),
        time.getScoreError(),
        Optional.ofNullable(result.getSecondaryResults().get(ALLOCATION))
            .map(it -> it.getScore())
            .orElse(Double.NaN));
  }
}
