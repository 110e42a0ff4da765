package dev.effectivelyonce.benchmarks.scenario;

/** What the messages of a batch are. */
public enum Mix {
  /** None was seen before. */
  NEW("all new"),
  /** All are done. */
  DUPLICATES("all duplicates"),
  /** One in ten is done, and at least one. */
  TENTH("10 % duplicates"),
  /** Every other one is done. */
  HALF("half duplicates");

  private final String title;

  Mix(String title) {
    this.title = title;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }

  /** How many of a batch are done. */
  public int duplicates(int batchSize) {
    return switch (this) {
      case NEW -> 0;
      case DUPLICATES -> batchSize;
      case TENTH -> Math.max(1, batchSize / 10);
      case HALF -> batchSize / 2;
    };
  }
}
