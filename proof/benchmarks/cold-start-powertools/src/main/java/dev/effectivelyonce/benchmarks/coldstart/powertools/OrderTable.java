package dev.effectivelyonce.benchmarks.coldstart.powertools;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Map;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Orders table; the same write as that of our function. */
record OrderTable(DynamoDbClient client, String table) {

  static OrderTable fromEnvironment() {
    return new OrderTable(
        DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create()).build(),
        System.getenv("ORDERS_TABLE"));
  }

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
