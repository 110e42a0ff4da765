package dev.effectivelyonce.benchmarks;

import dev.effectivelyonce.benchmarks.growth.Growth;
import dev.effectivelyonce.benchmarks.heap.HeapCheck;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.report.FiguresInPages;
import dev.effectivelyonce.benchmarks.report.Machine;
import dev.effectivelyonce.benchmarks.report.Report;
import dev.effectivelyonce.benchmarks.run.Benchmark;
import dev.effectivelyonce.benchmarks.run.Part;
import dev.effectivelyonce.benchmarks.stores.StoreLatency;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The entry point of the benchmarks. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures this library side by side with Powertools for AWS Lambda, over DynamoDB Local.",
      "mvn -Pbenchmark runs all of it in less than 10 minutes; -Dbenchmark=latency,cpu runs parts."
    })
public final class Main implements Callable<Integer> {
  private static final String ALL = "all";
  private static final String SHARES = "shares";
  private static final String STORES = "stores";
  private static final String GROWTH = "growth";
  private static final String HEAP = "heap";
  private static final int STORE_ROUNDS = 7;
  private static final int STORE_BATCHES = 40;

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      description =
          "Parts: requests, latency, mixes, fifo, commits, writes, window, sizes, cpu, memory,"
              + " micro, or all (default), which leaves writes out. Or one by itself: shares, wall"
              + " time beside Powertools at Lambda's shares of a processor; stores, this library"
              + " over each of its stores; growth, to a million records and 64 invocations; heap,"
              + " whether 64 MiB take a batch of 10,000, and a million messages leave no more alive"
              + " than a hundred thousand.")
  private List<String> parts = List.of(ALL);

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Where files go. Default: proof/benchmarks/target/results.")
  private Path results = Path.of("proof", "benchmarks", "target", "results");

  @Option(
      names = "--cpu",
      paramLabel = "SHARE",
      description =
          "The share of a processor that this process has while batches are measured: 0.29 is that"
              + " of 512 MB, 1 that of 1,769 MB. Needs control groups of Linux and the right to"
              + " make one. Default: 0, which means all processors.")
  private double cpu;

  @Mixin private SharesOptions shares = new SharesOptions();

  @Option(
      names = "--docs",
      paramLabel = "DIR",
      description =
          "Writes figures into the pages in DIR, between their marks, and plots into DIR/images.")
  private String docs = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  private Main() {}

  /** Runs the benchmarks and ends with the command's exit status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main());
  }

  @Override
  public Integer call() {
    Clock clock = Clock.systemUTC();
    Instant began = clock.instant();
    if (parts.equals(List.of(SHARES))) {
      return shares(began, clock);
    }
    if (parts.equals(List.of(STORES))) {
      return alone(
          began,
          clock,
          progress ->
              Map.of(STORES, new StoreLatency(progress, STORE_ROUNDS, STORE_BATCHES).run()));
    }
    if (parts.equals(List.of(GROWTH))) {
      return alone(began, clock, progress -> new Growth(progress, Growth.Extent.full()).run());
    }
    if (parts.equals(List.of(HEAP))) {
      return heap(began);
    }
    Set<Part> chosen = chosen();
    CpuShare share = share();
    String machine = Machine.describe(began);
    PrintWriter out = spec.commandLine().getOut();
    Report report =
        new Report(
            new Benchmark(line -> say(out, since(began, clock) + line), share).run(chosen),
            machine + share.title());
    report.write(results);
    if (!docs.isBlank()) {
      report.writeDocuments(Path.of(docs));
    }
    say(out, "\n" + report.text());
    say(out, since(began, clock) + "done; files are in " + results);
    return CommandLine.ExitCode.OK;
  }

  /** Measures tables that have places of their own in pages, each with the machine below it. */
  private int alone(
      Instant began, Clock clock, Function<Consumer<String>, Map<String, String>> measure) {
    PrintWriter out = spec.commandLine().getOut();
    String machine = Machine.describe(began);
    Map<String, String> tables = measure.apply(line -> say(out, since(began, clock) + line));
    writePages(tables, machine);
    say(out, machine);
    tables.values().forEach(table -> say(out, "\n" + table));
    return CommandLine.ExitCode.OK;
  }

  /** Writes tables into their places, if pages are to be written. */
  private void writePages(Map<String, String> tables, String machine) {
    if (!docs.isBlank()) {
      String below = "\n" + machine.replace(", commit", ",\ncommit") + ".\n";
      FiguresInPages.write(
          Path.of(docs),
          tables.entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue() + below)));
    }
  }

  private int shares(Instant began, Clock clock) {
    PrintWriter out = spec.commandLine().getOut();
    String machine = Machine.describe(began);
    say(out, machine);
    return shares.run(
        results,
        cpu,
        tables -> writePages(tables, machine),
        line -> say(out, since(began, clock) + line));
  }

  private int heap(Instant began) {
    PrintWriter out = spec.commandLine().getOut();
    say(out, Machine.describe(began));
    return new HeapCheck(line -> say(out, line)).holds()
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  private static String since(Instant began, Clock clock) {
    return "%4s s  ".formatted(Duration.between(began, clock.instant()).toSeconds());
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  private Set<Part> chosen() {
    return parts.contains(ALL)
        ? EnumSet.complementOf(EnumSet.of(Part.WRITES))
        : parts.stream()
            .map(this::part)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Part.class)));
  }

  private CpuShare share() {
    if (cpu < 0) {
      throw new ParameterException(
          spec.commandLine(), "A share of a processor is more than 0, and not " + cpu);
    }
    return cpu == 0 ? new CpuShare.All() : new CpuShare.Part(cpu);
  }

  private Part part(String name) {
    return Arrays.stream(Part.values())
        .filter(part -> part.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(), "There is no part '" + name + "' of the benchmark"));
  }
}
