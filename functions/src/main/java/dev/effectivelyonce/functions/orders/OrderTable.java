package dev.effectivelyonce.functions.orders;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Orders table. */
final class OrderTable {
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
                .key(Map.of("orderId", fromS(order.orderId())))
                .updateExpression(
                    "SET customerId = :customer, totalCents = :total, currency = :currency,"
                        + " placedAt = :placed ADD timesProcessed :one")
                .expressionAttributeValues(
                    Map.of(
                        ":customer", fromS(order.customerId()),
                        ":total", fromN(Long.toString(order.totalCents())),
                        ":currency", fromS(order.currency()),
                        ":placed", fromS(order.placedAt()),
                        ":one", fromN("1"))));
  }
}
