package dev.effectivelyonce.benchmarks.run;

/** What can be run by itself. */
public enum Part {
  /** Serial round trips, requests and capacity. */
  REQUESTS("Round trips, requests and capacity, batches of 10"),
  /** Wall time of a batch by the store's latency. */
  LATENCY("Wall time of a batch of 10 new messages, by latency of the store"),
  /** New messages and duplicates. */
  MIXES("New messages and duplicates, batches of 10"),
  /** Message groups. */
  FIFO("FIFO queue, batches of 10 new messages, store latency 5 ms"),
  /** Rows in DynamoDB, written in each way. */
  COMMITS("A row for each message, batches of 10, by the way it is written"),
  /** The ways in which records are written. */
  WRITES("Writes in groups and singly, by size of a batch and time of a handler"),
  /** Messages that come again, with and without a window. */
  WINDOW("Messages that come again, with and without a window, batches of 10"),
  /** Sizes of a batch. */
  SIZES("Sizes of a batch, all new, no latency added"),
  /** Processor time and allocation without I/O. */
  CPU("Processor time and allocation of a message without I/O"),
  /** The live heap of large batches. */
  MEMORY("Peak live heap of a batch");

  private final String title;

  Part(String title) {
    this.title = title;
  }

  /** What its table is about. */
  public String title() {
    return title;
  }
}
