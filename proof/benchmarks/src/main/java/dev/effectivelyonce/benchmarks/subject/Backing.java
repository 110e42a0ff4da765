package dev.effectivelyonce.benchmarks.subject;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
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

  default IdempotencyStore store() {
    return switch (this) {
      case Table(var client, var name) -> new DynamoDbStore(client, name);
      case Nothing() -> new AcceptingStore();
    };
  }
}
