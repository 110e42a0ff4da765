package dev.effectivelyonce.benchmarks.growth;

import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.engine.Tables;
import dev.effectivelyonce.benchmarks.meter.LiveHeap;
import dev.effectivelyonce.benchmarks.report.Table;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Backing;
import dev.effectivelyonce.benchmarks.subject.Contender;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Measures what a message costs as its table fills, and as invocations run at once, all by one
 * consumer in one process. Its heap is what an environment keeps after that many messages.
 *
 * @param progress is told a line at a time
 */
public record Growth(Consumer<String> progress, Extent extent) {
  private static final int USUAL = 10;
  private static final int LARGE = 1_000;
  private static final String TABLE = "growth";

  /**
   * How far it goes.
   *
   * @param records in the table, each at least as many as the one before
   * @param invocations at once
   * @param batches that are measured of each, and by each invocation
   */
  public record Extent(List<Integer> records, List<Integer> invocations, int batches) {
    /** To a million records, and to the invocations of a Managed Instance's environment. */
    public static Extent full() {
      return new Extent(
          List.of(1_000, 10_000, 100_000, 1_000_000), List.of(1, 2, 4, 8, 16, 32, 64), 200);
    }
  }

  /** Measures, and returns each table by the name of its place in a page. */
  public Map<String, String> run() {
    try (EngineProcess engine = EngineProcess.start(Engine.STAND_IN);
        DynamoDbClient client = Clients.of(engine.endpoint())) {
      Tables.create(client, TABLE);
      try (Subject subject = Contender.GROUPED.over(new Backing.Table(client, TABLE))) {
        handled(subject, Mix.NEW, "warm-up-");
        handled(subject, Mix.DUPLICATES, "warm-up-again-");
        return Map.of(
            "growth-records", records(subject), "growth-invocations", invocations(subject));
      }
    }
  }

  private String records(Subject subject) {
    Table table =
        new Table(
            0,
            "records",
            "10 new, ms",
            "10 duplicates, ms",
            "CPU of a new message, µs",
            "of a duplicate, µs",
            "live heap, MiB");
    Batches filling = new Batches(Shape.standard(Mix.NEW, LARGE), "filling-");
    int stored = 0;
    for (int records : extent.records()) {
      progress.accept(String.format(Locale.ROOT, "%,d records", records));
      for (; stored < records; stored += LARGE) {
        filling.next(1).forEach(subject::nanos);
      }
      Invocations.Figures fresh = handled(subject, Mix.NEW, records + "-");
      Invocations.Figures known = handled(subject, Mix.DUPLICATES, records + "-again-");
      table.row(
          String.format(Locale.ROOT, "%,d", records),
          number(fresh.medianMillis()),
          number(known.medianMillis()),
          number(fresh.cpuMicros()),
          number(known.cpuMicros()),
          number(LiveHeap.bytes() / 1024.0 / 1024));
    }
    return table.markdown();
  }

  private Invocations.Figures handled(Subject subject, Mix mix, String prefix) {
    return new Invocations(subject, Shape.standard(mix, USUAL), extent.batches()).run(1, prefix);
  }

  private String invocations(Subject subject) {
    Table table =
        new Table(0, "invocations at once", "messages/s", "a batch, ms", "CPU of a message, µs");
    Invocations measured =
        new Invocations(subject, Shape.standard(Mix.NEW, USUAL), extent.batches());
    for (int atOnce : extent.invocations()) {
      progress.accept("%s invocations at once".formatted(atOnce));
      Invocations.Figures figures = measured.run(atOnce, "at-once-" + atOnce + "-");
      table.row(
          Integer.toString(atOnce),
          String.format(Locale.ROOT, "%,.0f", figures.messagesPerSecond()),
          number(figures.medianMillis()),
          number(figures.cpuMicros()));
    }
    return table.markdown();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
  }
}
