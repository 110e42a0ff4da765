package dev.effectivelyonce.benchmarks.engine;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables of one shape for every subject: this library's, with its sparse index. */
public final class Tables {
  private static final int SOME = 100;

  private Tables() {}

  /** Creates a table. */
  public static void create(DynamoDbClient client, String name) {
    client.createTable(
        table ->
            table
                .tableName(name)
                .attributeDefinitions(
                    attribute("id", ScalarAttributeType.S),
                    attribute("listing", ScalarAttributeType.S),
                    attribute("updated_at", ScalarAttributeType.N))
                .keySchema(key("id", KeyType.HASH))
                .globalSecondaryIndexes(listing())
                .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  /** Deletes a table. */
  public static void delete(DynamoDbClient client, String name) {
    client.deleteTable(table -> table.tableName(name));
  }

  /** The size of the largest item, of some, as DynamoDB counts it. */
  public static int largestItemBytes(DynamoDbClient client, String name) {
    return client.scan(scan -> scan.tableName(name).limit(SOME)).items().stream()
        .mapToInt(Tables::sizeBytes)
        .max()
        .orElse(0);
  }

  /** Names and text by their bytes; of a number at most one for two digits, and one. */
  private static int sizeBytes(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .mapToInt(it -> bytes(it.getKey()) + sizeBytes(it.getValue()))
        .sum();
  }

  private static int sizeBytes(AttributeValue value) {
    return value.n() == null ? bytes(String.valueOf(value.s())) : value.n().length() / 2 + 2;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static GlobalSecondaryIndex listing() {
    return GlobalSecondaryIndex.builder()
        .indexName("listing")
        .keySchema(key("listing", KeyType.HASH), key("updated_at", KeyType.RANGE))
        .projection(it -> it.projectionType(ProjectionType.KEYS_ONLY))
        .build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
