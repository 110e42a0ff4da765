package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.Construct;
import software.constructs.IConstruct;

/** A construct whose function keeps records under a name. */
interface NamedConsumer extends IConstruct {
  /** The form of the names that the library takes. */
  Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Returns the name that scopes its records. */
  String consumerName();

  /** Returns the table of its records; empty if they are on a server. */
  Optional<ITable> table();

  /**
   * Returns the table of its records.
   *
   * @throws IllegalStateException if they are on a server
   */
  default ITable idempotencyTable() {
    return table()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The records of %s are in %s: it has no table"
                        .formatted(consumerName(), serverOf(this))));
  }

  /** Returns the kind of server that has a consumer's records, for texts. */
  static String serverOf(NamedConsumer consumer) {
    return consumer.recordPlace().startsWith("redis:") ? "Redis" : "PostgreSQL";
  }

  /** Returns what tells the place of its records from others: a table's ARN, or an address. */
  String recordPlace();

  /** Returns what is wrong with one more consumer of this name in this place; empty if nothing. */
  static List<String> problems(Construct scope, String name, String recordPlace) {
    if (!VALID.matcher(name).matches()) {
      return List.of(
          "consumerName '%s' is not valid. Use 1 to 64 characters of A-Z a-z 0-9 . _ -."
              .formatted(name));
    }
    return scope.getNode().getRoot().getNode().findAll().stream()
        .filter(NamedConsumer.class::isInstance)
        .map(NamedConsumer.class::cast)
        .filter(other -> other.consumerName().equals(name))
        .filter(other -> other.recordPlace().equals(recordPlace))
        .map(
            other ->
                ("consumerName '%s' is that of %s too, on the same table: each would take the"
                        + " other's events for duplicates and lose them. Give each its own name, or"
                        + " its own table.")
                    .formatted(name, other.getNode().getPath()))
        .toList();
  }
}
