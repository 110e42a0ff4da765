package dev.effectivelyonce.benchmarks.heap;

import dev.effectivelyonce.benchmarks.meter.LiveHeap;
import dev.effectivelyonce.benchmarks.scenario.Batches;
import dev.effectivelyonce.benchmarks.scenario.Mix;
import dev.effectivelyonce.benchmarks.scenario.Shape;
import dev.effectivelyonce.benchmarks.subject.Backing;
import dev.effectivelyonce.benchmarks.subject.Contender;
import dev.effectivelyonce.benchmarks.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Measures what a process keeps alive while it handles message after message, all new, in batches
 * of 10 over a store that says yes and keeps nothing.
 */
public final class HeapGrowth {
  private static final int BATCH_SIZE = 10;

  /** The serial collector leaves some dead objects where they are, but for each fourth time. */
  private static final int COLLECTIONS = 4;

  private HeapGrowth() {}

  /**
   * What was alive after so many messages.
   *
   * @param liveBytes above what was alive before the first
   */
  public record Row(Contender contender, int messages, long liveBytes) {}

  /** A row for each number of messages, which ascend. */
  public static List<Row> of(Contender contender, List<Integer> messages) {
    List<Row> rows = new ArrayList<>();
    Batches batches = new Batches(Shape.standard(Mix.NEW, BATCH_SIZE));
    long before = liveBytes();
    try (Subject subject = contender.over(new Backing.Nothing())) {
      subject.select();
      int handled = 0;
      for (int until : messages) {
        for (; handled < until; handled += BATCH_SIZE) {
          batches.next(1).forEach(subject::handle);
        }
        rows.add(new Row(contender, until, liveBytes() - before));
      }
    }
    return rows;
  }

  private static long liveBytes() {
    return LongStream.generate(LiveHeap::bytes).limit(COLLECTIONS).min().orElseThrow();
  }
}
