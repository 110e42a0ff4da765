package dev.effectivelyonce.local.demo;

import static java.util.Objects.requireNonNull;

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
import dev.effectivelyonce.local.system.LocalSystem;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                        "accountId", AttributeValue.fromS(account),
                        "balanceCents", number(cents),
                        "paymentsApplied", number(0))));
    Planner.openingStock()
        .forEach(
            (article, pieces) -> {
              Map<String, AttributeValue> row = new HashMap<>();
              row.put("sku", AttributeValue.fromS(article));
              row.put("available", number(pieces));
              if (article.equals(Planner.RECALLED)) {
                row.put("recalledAt", AttributeValue.fromS(RECALLED_AT));
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

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  Tables read() {
    Tables tables = Tables.empty();
    tables.gateway().addAll(gateway.ledger());
    inPostgreSql(
        RECORDS,
        row -> {
          JsonNode result = record(tables, row.getString(1), row.getString(2), row.getInt(3), row.getString(4));
          if (result.path("number").isIntegralNumber()) {
            tables
                .numbers()
                .put(result.path("transferId").asText(), result.path("number").asLong());
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
    // What operators did stands beside the records.
    items("Idempotency")
        .filter(item -> !text(item, "id").startsWith("trail/"))
        .forEach(
            item ->
                record(tables, recordId(item), text(item, "status"), count(item, "attempt"), text(item, "data")));
    for (DemoConsumer plain : List.of(DemoConsumer.ORDERS, DemoConsumer.RECEIPTS)) {
      items(StackResources.title(plain))
          .forEach(
              item ->
                  tables
                      .plain()
                      .put(
                          plain.named(text(item, "orderId")),
                          new PlainRow(number(item, "totalCents"), count(item, "timesProcessed"))));
    }
    items("Accounts")
        .forEach(
            item -> {
              String account = text(item, "accountId");
              tables.balances().put(account, number(item, "balanceCents"));
              tables.balances().put(Tables.payments(account), number(item, "paymentsApplied"));
            });
    items("Ledger")
        .forEach(
            item ->
                tables
                    .ledger()
                    .put(
                        new LedgerKey(text(item, "accountId"), text(item, "paymentId")),
                        new LedgerRow(number(item, "amountCents"), count(item, "sequence"))));
    items("Stock")
        .forEach(item -> tables.balances().put(text(item, "sku"), number(item, "available")));
    items("Reservations").map(StackTables::reservation).forEach(tables.reservations()::add);
    items("Shipments").forEach(item -> tables.shipments().add(text(item, "orderId")));
  }

  /** Adds a record, and returns its result. The functions' results name their attempts. */
  private static JsonNode record(
      Tables tables, String id, String status, int attempt, String data) {
    JsonNode result = parsed(data);
    int resultAttempt = result.path("attempt").asInt();
    tables.records().put(id, new RecordRow(Status.valueOf(status), attempt, resultAttempt));
    return result;
  }

  /** Returns what is no JSON as a node that is missing. */
  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  private Stream<Map<String, AttributeValue>> items(String table) {
    return items(stack.system(), table);
  }

  /** Returns the rows of the table of this title, such as Orders. */
  static Stream<Map<String, AttributeValue>> items(LocalSystem system, String title) {
    String table = system.output(title + "TableName");
    return system
        .dynamoDb()
        .scanPaginator(scan -> scan.tableName(table).consistentRead(true))
        .items()
        .stream();
  }

  /** The id of a receipt's record without the name of its function, which the stack chooses. */
  private String recordId(Map<String, AttributeValue> item) {
    String id = text(item, "id");
    String prefix = stack.receiptsPrefix();
    return id.startsWith(prefix) ? id.substring(prefix.length()) : id;
  }

  private static Reservation reservation(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> pieces = requireNonNull(item.get("items"), "items").m();
    return new Reservation(
        text(item, "orderId"),
        text(item, "state"),
        pieces.keySet().stream()
            .collect(Collectors.toUnmodifiableMap(it -> it, it -> number(pieces, it))));
  }

  static String text(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).map(AttributeValue::s).orElse("");
  }

  private static int count(Map<String, AttributeValue> item, String name) {
    return Math.toIntExact(number(item, name));
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name))
        .map(AttributeValue::n)
        .map(Long::parseLong)
        .orElse(0L);
  }
}
