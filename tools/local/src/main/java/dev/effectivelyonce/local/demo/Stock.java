package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.demo.plan.FulfilmentContents;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Fills the warehouse. */
final class Stock {
  private static final String RECALLED_AT = "2026-11-01T12:00:00Z";

  private Stock() {}

  static void fill(StackResources stack) {
    DynamoDbClient client = stack.system().dynamoDb();
    FulfilmentContents.openingStock()
        .forEach(
            (article, pieces) ->
                client.putItem(
                    put -> put.tableName(stack.stockTable()).item(row(article, pieces))));
  }

  private static Map<String, AttributeValue> row(String article, long pieces) {
    Map<String, AttributeValue> row = new HashMap<>();
    row.put("sku", AttributeValue.fromS(article));
    row.put("available", AttributeValue.fromN(Long.toString(pieces)));
    if (article.equals(FulfilmentContents.RECALLED)) {
      row.put("recalledAt", AttributeValue.fromS(RECALLED_AT));
    }
    return row;
  }
}
