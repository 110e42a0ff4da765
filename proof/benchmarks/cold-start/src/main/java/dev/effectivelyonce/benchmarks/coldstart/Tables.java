package dev.effectivelyonce.benchmarks.coldstart;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The tables of the functions. */
record Tables(DynamoDbClient client) {
  static final String ORDERS = "Orders";
  static final String OUR_RECORDS = "OurRecords";
  static final String THEIR_RECORDS = "TheirRecords";

  void create() {
    create(ORDERS, "orderId");
    create(OUR_RECORDS, "id");
    create(THEIR_RECORDS, "id");
  }

  /**
   * Checks that every order was written, and once.
   *
   * @throws MeasurementException if not
   */
  void requireOrders(long expected) {
    long once =
        client.scanPaginator(scan -> scan.tableName(ORDERS)).items().stream()
            .filter(Tables::wasProcessedOnce)
            .count();
    if (once != expected) {
      throw new MeasurementException(
          "%s orders were written once, %s were sent: what was measured is not the work"
              .formatted(once, expected));
    }
  }

  private static boolean wasProcessedOnce(Map<String, AttributeValue> order) {
    return AttributeValue.fromN("1").equals(order.get("timesProcessed"));
  }

  private void create(String table, String key) {
    client.createTable(
        request ->
            request
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder().attributeName(key).keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName(key)
                        .attributeType(ScalarAttributeType.S)
                        .build()));
  }
}
