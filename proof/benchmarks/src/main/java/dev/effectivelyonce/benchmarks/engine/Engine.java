package dev.effectivelyonce.benchmarks.engine;

/** What stores the records of a comparison. */
public enum Engine {
  /** DynamoDB Local, which carries the statements of a request out one after the other. */
  LOCAL("DynamoDB Local", DynamoDbLocalMain.class),
  /** A stand-in that answers as AWS does, side by side, after the time that AWS takes. */
  STAND_IN("stand-in with the times of AWS", StandInMain.class);

  private final String title;
  private final Class<?> main;

  Engine(String title, Class<?> main) {
    this.title = title;
    this.main = main;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }

  Class<?> main() {
    return main;
  }
}
