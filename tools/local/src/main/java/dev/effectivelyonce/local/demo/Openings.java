package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.Planner;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Opens the accounts, and fills the warehouse. */
final class Openings {
  private static final String RECALLED_AT = "2026-11-01T12:00:00Z";

  private final DynamoDbClient client;
  private final StackResources stack;

  Openings(StackResources stack) {
    this.client = stack.system().dynamoDb();
    this.stack = stack;
  }

  void write(Plan plan) {
    plan.openingCents()
        .forEach(
            (account, cents) ->
                put(
                    "Accounts",
                    Map.of(
                        "accountId",
                        AttributeValue.fromS(account),
                        "balanceCents",
                        number(cents),
                        "paymentsApplied",
                        number(0))));
    Planner.openingStock().forEach((article, pieces) -> put("Stock", stock(article, pieces)));
    openBook();
  }

  private static Map<String, AttributeValue> stock(String article, long pieces) {
    Map<String, AttributeValue> row = new HashMap<>();
    row.put("sku", AttributeValue.fromS(article));
    row.put("available", number(pieces));
    if (article.equals(Planner.RECALLED)) {
      row.put("recalledAt", AttributeValue.fromS(RECALLED_AT));
    }
    return row;
  }

  private void openBook() {
    try (Connection connection = stack.system().database("ledger").getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO ledger_account VALUES (?, ?)")) {
      for (Map.Entry<String, Long> account : Planner.openingBook().entrySet()) {
        insert.setString(1, account.getKey());
        insert.setLong(2, account.getValue());
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw new LocalRunnerException("PostgreSQL refused: " + e.getMessage(), e);
    }
  }

  private void put(String table, Map<String, AttributeValue> row) {
    client.putItem(put -> put.tableName(stack.table(table)).item(row));
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }
}
