package dev.effectivelyonce.benchmarks.subject;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What stands below a subject. */
public sealed interface Backing {
  /** A table, by a client. */
  record Table(DynamoDbClient client, String name) implements Backing {}

  /** A store that says yes to everything and keeps nothing: what is left is the library. */
  record Nothing() implements Backing {}

  /**
   * The table.
   *
   * @throws IllegalArgumentException if there is none
   */
  default Table table() {
    return switch (this) {
      case Table table -> table;
      case Nothing ignored -> throw new IllegalArgumentException("This subject needs a table");
    };
  }
}
