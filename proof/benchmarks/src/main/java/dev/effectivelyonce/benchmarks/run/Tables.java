package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.report.Numbers;
import dev.effectivelyonce.benchmarks.report.Table;
import java.util.List;

/** The tables of the short parts, in Markdown. */
final class Tables {
  private Tables() {}

  static String ofRequests(List<Row> rows) {
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
    for (Row row : rows) {
      table.row(
          row.scenario().title(),
          row.contender().title(),
          Numbers.count(row.serialRoundTrips()),
          Numbers.of(row.requestsPerBatch()),
          Numbers.of(row.writesPerMessage()),
          Numbers.of(row.writeUnitsPerMessage()),
          Numbers.of(row.readUnitsPerMessage()),
          Numbers.of(row.refusedWritesPerMessage()),
          Numbers.count(row.largestItemBytes()));
    }
    return table.markdown();
  }

  static String ofTimes(List<Row> rows) {
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
    for (Row row : rows) {
      table.row(
          row.scenario().title() + ", " + row.scenario().latency().toMillis() + " ms",
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
    return table.markdown();
  }

  static String ofCpu(List<CpuRow> rows) {
    Table table = new Table(2, "measured", "", "messages", "CPU µs/message", "KiB/message");
    for (CpuRow row : rows) {
      table.row(
          row.below().title(),
          row.contender().title(),
          Numbers.count(row.messages()),
          Numbers.of(row.cpuMicrosPerMessage()),
          Numbers.kib(row.allocatedBytesPerMessage()));
    }
    return table.markdown();
  }
}
