package dev.effectivelyonce.benchmarks;

import dev.effectivelyonce.benchmarks.growth.Growth;
import dev.effectivelyonce.benchmarks.heap.HeapCheck;
import dev.effectivelyonce.benchmarks.report.FiguresInPages;
import dev.effectivelyonce.benchmarks.report.Machine;
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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
      "mvn -Pbenchmark runs the short parts in minutes; -Dbenchmark=requests,cpu runs some."
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
          "Parts: requests, commits, cache, cpu, or all of them (default). Or one by itself:"
              + " shares, wall time beside Powertools at Lambda's shares of a processor; stores,"
              + " this library over each of its stores; growth, to a million records and 64"
              + " invocations; heap, whether 64 MiB take a batch of 10,000, and a million messages"
              + " leave no more alive than a hundred thousand.")
  private List<String> parts = List.of(ALL);

  @Mixin private SharesOptions shares = new SharesOptions();

  @Option(
      names = "--docs",
      paramLabel = "DIR",
      description = "Writes figures into the pages in DIR, between their marks.")
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
    String machine = Machine.describe(began);
    if (parts.equals(List.of(HEAP))) {
      say(machine);
      return new HeapCheck(this::say).holds() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
    Map<String, String> tables =
        tables(
            line ->
                say(
                    "%4s s  ".formatted(Duration.between(began, clock.instant()).toSeconds())
                        + line));
    say(machine);
    tables.values().forEach(table -> say("\n" + table));
    writePages(tables, machine);
    return ExitCode.OK;
  }

  /** Each by the name of its place in a page. */
  private Map<String, String> tables(Consumer<String> progress) {
    if (parts.equals(List.of(SHARES))) {
      return shares.run(progress);
    }
    if (parts.equals(List.of(STORES))) {
      return Map.of(STORES, new StoreLatency(progress, STORE_ROUNDS, STORE_BATCHES).run());
    }
    if (parts.equals(List.of(GROWTH))) {
      return new Growth(progress, Growth.Extent.full()).run();
    }
    return new Benchmark(progress).run(chosen());
  }

  /**
   * Writes tables into their places, each with the machine below it, if pages are to be written.
   */
  private void writePages(Map<String, String> tables, String machine) {
    if (!docs.isBlank()) {
      String below = "\n" + machine.replace(", commit", ",\ncommit") + ".\n";
      FiguresInPages.write(
          Path.of(docs),
          tables.entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue() + below)));
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private Set<Part> chosen() {
    return parts.contains(ALL)
        ? EnumSet.allOf(Part.class)
        : parts.stream()
            .map(this::part)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Part.class)));
  }

  private Part part(String name) {
    return Arrays.stream(Part.values())
        .filter(part -> part.place().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(), "There is no part '" + name + "' of the benchmark"));
  }
}
