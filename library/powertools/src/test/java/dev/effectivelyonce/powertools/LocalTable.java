package dev.effectivelyonce.powertools;

import dev.effectivelyonce.dynamodb.LocalDynamoDb;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;

/** Tables of DynamoDB Local, as documented. */
final class LocalTable {
  private LocalTable() {}

  static DynamoDbClient client() {
    return LocalDynamoDb.client();
  }

  /** A new table, with the key that both libraries have by default. */
  static String create() {
    return LocalDynamoDb.newTable("id");
  }

  /** Powertools' own store. */
  static BasePersistenceStore powertools(String table) {
    return DynamoDBPersistenceStore.builder()
        .withDynamoDbClient(client())
        .withTableName(table)
        .build();
  }

  /** The only item of a table. */
  static Map<String, AttributeValue> item(String table) {
    return client().scan(scan -> scan.tableName(table)).items().getFirst();
  }

  /** An attribute of the only item of a table: a string, or a number as one. */
  static String text(String table, String attribute) {
    return text(item(table), attribute);
  }

  static String text(Map<String, AttributeValue> item, String attribute) {
    AttributeValue value = Objects.requireNonNull(item.get(attribute));
    return value.s() == null ? value.n() : value.s();
  }

  /** Changes the only item of a table. */
  static void change(String table, String attribute, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item(table));
    changed.put(attribute, value);
    client().putItem(put -> put.tableName(table).item(changed));
  }
}
