package dev.effectivelyonce.benchmarks.report;

import static dev.effectivelyonce.benchmarks.report.Target.Bound.AT_LEAST;
import static dev.effectivelyonce.benchmarks.report.Target.Bound.AT_MOST;

import dev.effectivelyonce.benchmarks.run.CpuRow;
import dev.effectivelyonce.benchmarks.run.CpuRow.Below;
import dev.effectivelyonce.benchmarks.run.MemoryRow;
import dev.effectivelyonce.benchmarks.run.Part;
import dev.effectivelyonce.benchmarks.run.Results;
import dev.effectivelyonce.benchmarks.run.Row;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The targets, of what was measured. Powertools is meant with its own batch handler. */
public final class Targets {
  private static final int LARGE = 10_000;
  private static final int MIDDLE = 100;
  private static final int USUAL = 10;

  private final Results results;

  /** Of what was measured. */
  public Targets(Results results) {
    this.results = results;
  }

  /** Each with its verdict. */
  public Table table() {
    Table table = new Table(1, "target", "limit", "measured", "Powertools", "verdict");
    for (Target target : all()) {
      table.row(
          target.what(),
          (target.bound() == AT_MOST ? "<= " : ">= ") + Numbers.of(target.limit()),
          shown(target.measured()),
          shown(target.powertools()),
          target.verdict());
    }
    return table;
  }

  private static String shown(OptionalDouble value) {
    return Numbers.of(value.orElse(Double.NaN));
  }

  List<Target> all() {
    return List.of(
        roundTrips("serial round trips of 10 new messages", Mix.NEW),
        roundTrips("serial round trips of 10 duplicates", Mix.DUPLICATES),
        wallTime(),
        throughput(USUAL),
        throughput(MIDDLE),
        writeUnits(),
        cpu(),
        cpuRatio("library alone", Below.NOTHING),
        cpuRatio("with the SDK", Below.SDK),
        slope(),
        memory());
  }

  private Target roundTrips(String what, Mix mix) {
    Predicate<Row> fits = row -> isStandard(row, mix);
    return new Target(
        what,
        AT_MOST,
        2,
        of(Part.REQUESTS, Contender.GROUPED, fits, Row::serialRoundTrips),
        of(Part.REQUESTS, Contender.SEQUENTIAL, fits, Row::serialRoundTrips));
  }

  private Target wallTime() {
    Predicate<Row> fits = row -> row.scenario().latency().toMillis() == 5;
    return new Target(
        "wall time of a batch at 5 ms store latency, share of Powertools'",
        AT_MOST,
        1.0 / 8,
        ratio(Part.LATENCY, fits, row -> row.batchMillis(0.5)),
        OptionalDouble.empty());
  }

  private Target throughput(int batchSize) {
    return new Target(
        "messages/s on DynamoDB Local, batches of %s new messages, times Powertools'"
            .formatted(batchSize),
        AT_LEAST,
        3,
        ratio(Part.SIZES, row -> is(row, batchSize), Row::messagesPerSecond),
        OptionalDouble.empty());
  }

  /** DynamoDB counts a unit for each KB that is begun. */
  private Target writeUnits() {
    Predicate<Row> fits = row -> isStandard(row, Mix.NEW);
    ToDoubleFunction<Row> units =
        row -> row.writesPerMessage() * Math.ceil(row.largestItemBytes() / 1024.0);
    return new Target(
        "write units of a new message, by writes and size of items",
        AT_MOST,
        2,
        of(Part.REQUESTS, Contender.GROUPED, fits, units),
        of(Part.REQUESTS, Contender.SEQUENTIAL, fits, units));
  }

  private Target cpu() {
    return new Target(
        "CPU of a message without I/O, library alone, µs",
        AT_MOST,
        10,
        micros(Below.NOTHING, Contender.GROUPED),
        micros(Below.NOTHING, Contender.SEQUENTIAL));
  }

  private Target cpuRatio(String title, Below below) {
    OptionalDouble ours = micros(below, Contender.GROUPED);
    OptionalDouble theirs = micros(below, Contender.SEQUENTIAL);
    return new Target(
        "CPU of a message without I/O, " + title + ", share of Powertools'",
        AT_MOST,
        0.5,
        divided(ours, theirs),
        OptionalDouble.empty());
  }

  private Target slope() {
    OptionalDouble large =
        of(Part.SIZES, Contender.GROUPED, row -> is(row, LARGE), Row::wallMicrosPerMessage);
    OptionalDouble middle =
        of(Part.SIZES, Contender.GROUPED, row -> is(row, MIDDLE), Row::wallMicrosPerMessage);
    return new Target(
        "time of a message in a batch of 10,000, share of that in 100",
        AT_MOST,
        1.1,
        divided(large, middle),
        OptionalDouble.empty());
  }

  private Target memory() {
    return new Target(
        "peak live heap of a batch of 10,000, MiB",
        AT_MOST,
        64,
        results.memory().stream()
            .filter(row -> row.contender() == Contender.GROUPED && row.batchSize() == LARGE)
            .mapToDouble(MemoryRow::peakBytes)
            .map(bytes -> bytes / (1 << 20))
            .findFirst(),
        OptionalDouble.empty());
  }

  private static boolean is(Row row, int batchSize) {
    return row.scenario().shape().batchSize() == batchSize;
  }

  private static boolean isStandard(Row row, Mix mix) {
    return row.scenario().shape().messageGroups().isEmpty() && row.scenario().shape().mix() == mix;
  }

  private OptionalDouble ratio(Part part, Predicate<Row> fits, ToDoubleFunction<Row> value) {
    return divided(
        of(part, Contender.GROUPED, fits, value), of(part, Contender.SEQUENTIAL, fits, value));
  }

  private OptionalDouble of(
      Part part, Contender contender, Predicate<Row> fits, ToDoubleFunction<Row> value) {
    Optional<Row> row = results.row(part, contender, fits);
    return row.isPresent()
        ? OptionalDouble.of(value.applyAsDouble(row.get()))
        : OptionalDouble.empty();
  }

  private OptionalDouble micros(Below below, Contender contender) {
    return results.cpu().stream()
        .filter(row -> row.below() == below && row.contender() == contender)
        .mapToDouble(CpuRow::cpuMicrosPerMessage)
        .findFirst();
  }

  private static OptionalDouble divided(OptionalDouble value, OptionalDouble by) {
    return value.isPresent() && by.isPresent()
        ? OptionalDouble.of(value.getAsDouble() / by.getAsDouble())
        : OptionalDouble.empty();
  }
}
