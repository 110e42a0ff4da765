package dev.effectivelyonce.functions.receipts;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Receipts table. */
record ReceiptTable(DynamoDbClient client, String table) {
  /** Writes a receipt. Each call adds one to {@code timesProcessed}, so that a second one shows. */
  void write(PaidOrder order) {
    client.updateItem(
        update ->
            update
                .tableName(table)
                .key(Map.of("orderId", fromS(order.orderId())))
                .updateExpression(
                    "SET customerId = :customer, totalCents = :total, currency = :currency"
                        + " ADD timesProcessed :one")
                .expressionAttributeValues(
                    Map.of(
                        ":customer", fromS(order.customerId()),
                        ":total", fromN(Long.toString(order.totalCents())),
                        ":currency", fromS(order.currency()),
                        ":one", fromN("1"))));
  }
}
