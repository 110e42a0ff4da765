package dev.effectivelyonce.benchmarks.scenario;

import java.util.OptionalInt;

/**
 * The form of a batch.
 *
 * @param messageGroups how many, on a FIFO queue; empty: a standard queue
 */
public record Shape(Mix mix, int batchSize, OptionalInt messageGroups) {
  /** Batches of a standard queue. */
  public static Shape standard(Mix mix, int batchSize) {
    return new Shape(mix, batchSize, OptionalInt.empty());
  }

  /** Batches of a FIFO queue, all new, with so many message groups in turns. */
  public static Shape fifo(int batchSize, int messageGroups) {
    return new Shape(Mix.NEW, batchSize, OptionalInt.of(messageGroups));
  }

  /** What tables call it. */
  public String title() {
    String queue =
        messageGroups.isPresent() ? "FIFO, " + messageGroups.getAsInt() + " groups, " : "";
    return queue + mix.title();
  }

  int duplicates() {
    return mix.duplicates(batchSize);
  }
}
