package dev.effectivelyonce.benchmarks.report;

import dev.effectivelyonce.benchmarks.run.CpuRow;
import dev.effectivelyonce.benchmarks.run.MemoryRow;
import dev.effectivelyonce.benchmarks.run.Part;
import dev.effectivelyonce.benchmarks.run.Results;
import dev.effectivelyonce.benchmarks.run.Row;

/** The tables of the parts. */
public final class Tables {
  private final Results results;

  /** Of what was measured. */
  public Tables(Results results) {
    this.results = results;
  }

  /** The table of a part. */
  public Table of(Part part) {
    return switch (part) {
      case REQUESTS -> requests();
      case LATENCY, MIXES, FIFO, COMMITS, WRITES, WINDOW, SIZES -> comparison(part);
      case CPU -> cpu();
      case MEMORY -> memory();
    };
  }

  private Table requests() {
    Table table =
        new Table(
            2,
            "batch",
            "",
            "serial round trips",
            "requests",
            "writes/message",
            "write units/message",
            "read units/message",
            "refused writes/message",
            "largest item, bytes");
    for (Row row : results.rows(Part.REQUESTS)) {
      table.row(
          row.scenario().shape().title(),
          row.contender().title(),
          Numbers.count(row.serialRoundTrips()),
          Numbers.of(row.requestsPerBatch()),
          Numbers.of(row.writesPerMessage()),
          Numbers.of(row.writeUnitsPerMessage()),
          Numbers.of(row.readUnitsPerMessage()),
          Numbers.of(row.refusedWritesPerMessage()),
          Numbers.count(row.largestItemBytes()));
    }
    return table;
  }

  private Table comparison(Part part) {
    Table table =
        new Table(
            2,
            "batch",
            "",
            "batches",
            "messages/s",
            "p50 ms",
            "p99 ms",
            "requests/batch",
            "ms/request",
            "CPU µs/message",
            "KiB/message");
    for (Row row : results.rows(part)) {
      table.row(
          title(part, row),
          row.contender().title(),
          Numbers.count(row.samples().size()),
          Numbers.of(row.messagesPerSecond()),
          Numbers.of(row.batchMillis(0.5)),
          Numbers.of(row.batchMillis(0.99)),
          Numbers.of(row.requestsPerBatch()),
          Numbers.of(row.requestMillis()),
          Numbers.of(row.cpuMicrosPerMessage()),
          Numbers.kib(row.allocatedBytesPerMessage()));
    }
    return table;
  }

  /** What the part varies. */
  private static String title(Part part, Row row) {
    String latency = row.scenario().latency().toMillis() + " ms";
    return switch (part) {
      case LATENCY -> latency;
      case SIZES -> Numbers.count(row.scenario().shape().batchSize());
      case FIFO -> row.scenario().shape().title();
      case WRITES ->
          "%s %s, handler %s ms"
              .formatted(
                  Numbers.count(row.scenario().shape().batchSize()),
                  row.scenario().shape().title(),
                  row.scenario().handling().toMillis());
      default -> row.scenario().shape().title() + ", " + latency;
    };
  }

  private Table cpu() {
    Table table = new Table(2, "measured", "", "messages", "CPU µs/message", "KiB/message");
    for (CpuRow row : results.cpu()) {
      table.row(
          row.below().title(),
          row.contender().title(),
          Numbers.count(row.messages()),
          Numbers.of(row.cpuMicrosPerMessage()),
          Numbers.kib(row.allocatedBytesPerMessage()));
    }
    return table;
  }

  private Table memory() {
    Table table = new Table(2, "batch", "", "peak KiB", "KiB/message");
    for (MemoryRow row : results.memory()) {
      table.row(
          Numbers.count(row.batchSize()),
          row.contender().title(),
          Numbers.kib((double) row.peakBytes()),
          Numbers.kib(row.bytesPerMessage()));
    }
    return table;
  }
}
