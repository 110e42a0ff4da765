package dev.effectivelyonce.functions.orders;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The Orders table. */
final class OrderTable {
  private static final String WRITE =
      "SET customerId = :customer, totalCents = :total, currency = :currency,"
          + " placedAt = :placed ADD timesProcessed :one";

  private final DynamoDbClient client;
  private final String table;

  OrderTable(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
  }

  /** Writes the order. Each call adds one to {@code timesProcessed}, so that a second one shows. */
  void write(Order order) {
    client.updateItem(
        update ->
            update
                .tableName(table)
                .key(key(order))
                .updateExpression(WRITE)
                .expressionAttributeValues(values(order)));
  }

  /** The same as a part of a unit of work. */
  void write(Order order, Update.Builder update) {
    update
        .tableName(table)
        .key(key(order))
        .updateExpression(WRITE)
        .expressionAttributeValues(values(order));
  }

  private static Map<String, AttributeValue> key(Order order) {
    return Map.of("orderId", fromS(order.orderId()));
  }

  private static Map<String, AttributeValue> values(Order order) {
    return Map.of(
        ":customer", fromS(order.customerId()),
        ":total", fromN(Long.toString(order.totalCents())),
        ":currency", fromS(order.currency()),
        ":placed", fromS(order.placedAt()),
        ":one", fromN("1"));
  }
}
