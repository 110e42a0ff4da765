package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.report.Numbers;
import dev.effectivelyonce.benchmarks.report.Table;
import dev.effectivelyonce.benchmarks.report.Table.Column;
import java.util.List;

/** The tables of the short parts, in Markdown. */
final class Tables {
  private Tables() {}

  static String ofRequests(List<Row> rows) {
    return Table.of(
        2,
        rows,
        List.of(
            new Column<Row>("batch", row -> row.scenario().title()),
            new Column<Row>("", row -> row.contender().title()),
            new Column<Row>("serial round trips", row -> Numbers.count(row.serialRoundTrips())),
            new Column<Row>("requests", row -> Numbers.of(row.requestsPerBatch())),
            new Column<Row>("writes/message", row -> Numbers.of(row.writesPerMessage())),
            new Column<Row>("write units/message", row -> Numbers.of(row.writeUnitsPerMessage())),
            new Column<Row>("read units/message", row -> Numbers.of(row.readUnitsPerMessage())),
            new Column<Row>(
                "refused writes/message", row -> Numbers.of(row.refusedWritesPerMessage())),
            new Column<Row>("largest item, bytes", row -> Numbers.count(row.largestItemBytes()))));
  }

  static String ofTimes(List<Row> rows) {
    return Table.of(
        2,
        rows,
        List.of(
            new Column<Row>(
                "batch",
                row -> row.scenario().title() + ", " + row.scenario().latency().toMillis() + " ms"),
            new Column<Row>("", row -> row.contender().title()),
            new Column<Row>("batches", row -> Numbers.count(row.samples().size())),
            new Column<Row>("messages/s", row -> Numbers.of(row.messagesPerSecond())),
            new Column<Row>("p50 ms", row -> Numbers.of(row.batchMillis(0.5))),
            new Column<Row>("p99 ms", row -> Numbers.of(row.batchMillis(0.99))),
            new Column<Row>("requests/batch", row -> Numbers.of(row.requestsPerBatch())),
            new Column<Row>("ms/request", row -> Numbers.of(row.requestMillis())),
            new Column<Row>("CPU µs/message", row -> Numbers.of(row.cpuMicrosPerMessage())),
            new Column<Row>("KiB/message", row -> Numbers.kib(row.allocatedBytesPerMessage()))));
  }

  static String ofCpu(List<CpuRow> rows) {
    return Table.of(
        2,
        rows,
        List.of(
            new Column<CpuRow>("measured", row -> row.below().title()),
            new Column<CpuRow>("", row -> row.contender().title()),
            new Column<CpuRow>("messages", row -> Numbers.count(row.messages())),
            new Column<CpuRow>("CPU µs/message", row -> Numbers.of(row.cpuMicrosPerMessage())),
            new Column<CpuRow>("KiB/message", row -> Numbers.kib(row.allocatedBytesPerMessage()))));
  }
}
