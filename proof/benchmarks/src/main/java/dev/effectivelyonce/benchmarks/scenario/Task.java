package dev.effectivelyonce.benchmarks.scenario;

/** What the handler of a message does. */
public enum Task {
  /** Next to nothing. */
  NOTHING("no effect"),
  /** It puts a row into DynamoDB. */
  ROW("a PutItem each");

  private final String title;

  Task(String title) {
    this.title = title;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }
}
