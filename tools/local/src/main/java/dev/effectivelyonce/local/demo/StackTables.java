package dev.effectivelyonce.local.demo;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.check.Tables;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.check.Tables.Transfer;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.Planner;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The stack's tables, in DynamoDB and in PostgreSQL: opens the accounts and fills the warehouse
 * before a run, and reads all of them whole.
 *
 * @param gateway whose ledger is read too
 */
record StackTables(StackResources stack, GatewayStandIn gateway) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RECALLED_AT = "2026-11-01T12:00:00Z";

  private static final String RECORDS =
      """
      SELECT id, status, attempt, coalesce(convert_from(result, 'UTF8'), '')
      FROM effectively_once_record
      """;
  private static final String BALANCES = "SELECT account_id, balance_cents FROM ledger_account";
  private static final String SIDES =
      """
      SELECT transfer_id, number, coalesce(account_id, ''), coalesce(e.amount_cents, 0)
      FROM ledger_transfer LEFT JOIN ledger_entry e USING (number)
      """;

  /** Uses a row of a result. */
  private interface Use {
    void take(ResultSet row) throws SQLException;
  }

  void open(Plan plan) {
    plan.openingCents()
        .forEach(
            (account, cents) ->
                put(
                    "Accounts",
                    Map.of(
                        "accountId", fromS(account),
                        "balanceCents", fromN(Long.toString(cents)),
                        "paymentsApplied", fromN("0"))));
    Planner.openingStock()
        .forEach(
            (article, pieces) -> {
              Map<String, AttributeValue> row = new HashMap<>();
              row.put("sku", fromS(article));
              row.put("available", fromN(Long.toString(pieces)));
              if (article.equals(Planner.RECALLED)) {
                row.put("recalledAt", fromS(RECALLED_AT));
              }
              put("Stock", row);
            });
    inPostgreSql(
        Planner.openingBook().entrySet().stream()
            .map(account -> "('%s', %s)".formatted(account.getKey(), account.getValue()))
            .collect(Collectors.joining(", ", "INSERT INTO ledger_account VALUES ", "")),
        inserted -> {});
  }

  private void put(String table, Map<String, AttributeValue> row) {
    stack.system().dynamoDb().putItem(put -> put.tableName(stack.table(table)).item(row));
  }

  Tables read() {
    Tables tables = Tables.empty();
    tables.gateway().addAll(gateway.ledger());
    inPostgreSql(
        RECORDS,
        row -> {
          JsonNode result = parsed(row.getString(4));
          put(tables, row.getString(1), row.getString(2), row.getInt(3), result);
          if (result.path("number").isIntegralNumber()) {
            String transfer = result.path("transferId").asText();
            tables.numbers().put(transfer, result.path("number").asLong());
          }
        });
    inPostgreSql(BALANCES, row -> tables.balances().put(row.getString(1), row.getLong(2)));
    inPostgreSql(
        SIDES,
        row -> {
          Transfer transfer = new Transfer(row.getLong(2), new TreeMap<>());
          Map<String, Long> sides =
              tables.transfers().computeIfAbsent(row.getString(1), key -> transfer).sides();
          if (!row.getString(3).isEmpty()) {
            sides.merge(row.getString(3), row.getLong(4), Long::sum);
          }
        });
    readDynamoDb(tables);
    return tables;
  }

  private void inPostgreSql(String sql, Use use) {
    try (Connection connection = stack.system().database("ledger").getConnection();
        Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        ResultSet rows = statement.getResultSet();
        while (rows.next()) {
          use.take(rows);
        }
      }
    } catch (SQLException e) {
      throw new LocalRunnerException("PostgreSQL refused: " + e.getMessage(), e);
    }
  }

  private void readDynamoDb(Tables tables) {
    for (Row row : rows("Idempotency")) {
      String id = row.text("id");
      // What operators did stands beside the records.
      if (!id.startsWith("trail/")) {
        JsonNode result = parsed(row.text("data"));
        put(tables, withoutFunction(id), row.text("status"), row.count("attempt"), result);
      }
    }
    for (DemoConsumer plain : List.of(DemoConsumer.ORDERS, DemoConsumer.RECEIPTS)) {
      for (Row row : rows(StackResources.title(plain))) {
        PlainRow effect = new PlainRow(row.number("totalCents"), row.count("timesProcessed"));
        tables.plain().put(plain.named(row.text("orderId")), effect);
      }
    }
    for (Row row : rows("Accounts")) {
      String account = row.text("accountId");
      tables.balances().put(account, row.number("balanceCents"));
      tables.balances().put(Tables.payments(account), row.number("paymentsApplied"));
    }
    for (Row row : rows("Ledger")) {
      LedgerKey key = new LedgerKey(row.text("accountId"), row.text("paymentId"));
      tables.ledger().put(key, new LedgerRow(row.number("amountCents"), row.count("sequence")));
    }
    rows("Stock").forEach(row -> tables.balances().put(row.text("sku"), row.number("available")));
    for (Row row : rows("Reservations")) {
      Map<String, Long> pieces = row.numbers("items");
      tables.reservations().add(new Reservation(row.text("orderId"), row.text("state"), pieces));
    }
    rows("Shipments").forEach(row -> tables.shipments().add(row.text("orderId")));
  }

  private List<Row> rows(String table) {
    return Row.all(stack.system(), table);
  }

  /** Adds a record. The functions' results name their attempts. */
  private static void put(Tables tables, String id, String status, int attempt, JsonNode result) {
    int resultAttempt = result.path("attempt").asInt();
    tables.records().put(id, new RecordRow(Status.valueOf(status), attempt, resultAttempt));
  }

  /** Returns what is no JSON as a node that is missing. */
  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  /** The id of a receipt's record without the name of its function, which the stack chooses. */
  private String withoutFunction(String id) {
    String prefix = stack.receiptsPrefix();
    return id.startsWith(prefix) ? id.substring(prefix.length()) : id;
  }
}
