package dev.effectivelyonce.benchmarks.heap;

import dev.effectivelyonce.benchmarks.report.Table;
import dev.effectivelyonce.benchmarks.report.Table.Column;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Checks that a heap of 64 MiB takes a batch of 10,000, and that none grows with its messages.
 *
 * @param out takes the lines of the report
 */
public record HeapCheck(Consumer<String> out) {
  private static final int BATCH = 10_000;
  private static final int HEAP_MIB = 64;
  private static final List<Integer> MESSAGES = List.of(1_000, 10_000, 100_000, 1_000_000);

  /** Other things live on the heap too: what the compiler and the collector learn, for instance. */
  private static final long SLACK_BYTES = 1024 * 1024;

  /** Returns whether both hold. */
  public boolean holds() {
    boolean fits = LargeBatch.fits(BATCH, HEAP_MIB);
    out.accept(
        String.format(
            Locale.ROOT, "A batch of %,d, -Xmx%dm: %s", BATCH, HEAP_MIB, fits ? "fits" : "fails"));
    List<List<HeapGrowth.Row>> growth =
        Contender.remembering().stream().map(it -> HeapGrowth.of(it, MESSAGES)).toList();
    out.accept(table(growth));
    boolean isBounded = growth.stream().allMatch(HeapCheck::isBounded);
    out.accept(isBounded ? "The live heap is bounded" : "The live heap grows");
    return fits && isBounded;
  }

  /** Returns whether the last tenfold has added nothing; the cache was full before. */
  static boolean isBounded(List<HeapGrowth.Row> rows) {
    long before = rows.get(rows.size() - 2).liveBytes();
    return rows.getLast().liveBytes() - before < SLACK_BYTES;
  }

  private static String table(List<List<HeapGrowth.Row>> growth) {
    return Table.of(
        2,
        growth.stream().flatMap(List::stream).toList(),
        List.of(
            new Column<HeapGrowth.Row>("messages", row -> count(row.messages())),
            new Column<HeapGrowth.Row>("", row -> row.contender().title()),
            new Column<HeapGrowth.Row>("live KiB", row -> count(row.liveBytes() / 1024))));
  }

  private static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
