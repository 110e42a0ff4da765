package dev.effectivelyonce.benchmarks.scenario;

/** What the messages of a batch are. */
public enum Mix {
  /** None was seen before. */
  NEW("all new"),
  /** All are done. */
  DUPLICATES("all duplicates"),
  /** One in ten is done, and at least one. */
  TENTH("10 % duplicates"),
  /** All are messages that came before, and are done. */
  REDELIVERED("all delivered again"),
  /** One in ten is a message that came before, and at least one. */
  TENTH_REDELIVERED("10 % delivered again");

  private final String title;

  Mix(String title) {
    this.title = title;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }

  /**
   * Whether what is done comes again as the same message; else it is a copy with an id of its own.
   */
  boolean keepsIds() {
    return this == REDELIVERED || this == TENTH_REDELIVERED;
  }

  /** How many of a batch are done. */
  public int duplicates(int batchSize) {
    return switch (this) {
      case NEW -> 0;
      case DUPLICATES, REDELIVERED -> batchSize;
      case TENTH, TENTH_REDELIVERED -> Math.max(1, batchSize / 10);
    };
  }
}
