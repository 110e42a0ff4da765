package dev.effectivelyonce.local.demo;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.check.Tables;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.Book;
import dev.effectivelyonce.local.demo.check.Tables.Fulfilled;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.check.Tables.Transfer;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.Planner;
import dev.effectivelyonce.local.system.LocalSystem;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
      "SELECT id, status, attempt, result FROM effectively_once_record";
  private static final String BALANCES = "SELECT account_id, balance_cents FROM ledger_account";
  private static final String SIDES =
      """
      SELECT transfer_id, number, account_id, e.amount_cents
      FROM ledger_transfer LEFT JOIN ledger_entry e USING (number)
      """;

  /** Uses a connection or a row of a result. */
  private interface Use<T> {
    void take(T what) throws SQLException;
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
        connection -> {
          try (PreparedStatement insert =
              connection.prepareStatement("INSERT INTO ledger_account VALUES (?, ?)")) {
            for (Map.Entry<String, Long> account : Planner.openingBook().entrySet()) {
              insert.setString(1, account.getKey());
              insert.setLong(2, account.getValue());
              insert.addBatch();
            }
            insert.executeBatch();
          }
        });
  }

  private void put(String table, Map<String, AttributeValue> row) {
    stack.system().dynamoDb().putItem(put -> put.tableName(stack.table(table)).item(row));
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  private void inPostgreSql(Use<Connection> use) {
    try (Connection connection = stack.system().database("ledger").getConnection()) {
      use.take(connection);
    } catch (SQLException e) {
      throw new LocalRunnerException("PostgreSQL refused: " + e.getMessage(), e);
    }
  }

  Tables read() {
    Map<String, RecordRow> records = new HashMap<>();
    Book book = book(records);
    // What operators did stands beside the records.
    items("Idempotency")
        .filter(item -> !text(item, "id").startsWith("trail/"))
        .forEach(item -> records.put(recordId(item), record(item)));
    Map<Event.Id, PlainRow> plain = new HashMap<>();
    items("Orders").forEach(item -> plain.put(id(DemoConsumer.ORDERS, item), plain(item)));
    items("Receipts").forEach(item -> plain.put(id(DemoConsumer.RECEIPTS, item), plain(item)));
    return new Tables(
        Map.copyOf(records),
        Map.copyOf(plain),
        rows(
            "Accounts",
            item -> text(item, "accountId"),
            item -> new AccountRow(number(item, "balanceCents"), count(item, "paymentsApplied"))),
        rows(
            "Ledger",
            item -> new LedgerKey(text(item, "accountId"), text(item, "paymentId")),
            item -> new LedgerRow(number(item, "amountCents"), count(item, "sequence"))),
        new Fulfilled(
            gateway.ledger(),
            items("Reservations").map(StackTables::reservation).toList(),
            items("Shipments").map(item -> text(item, "orderId")).toList(),
            rows("Stock", item -> text(item, "sku"), item -> number(item, "available"))),
        book);
  }

  /** Reads what PostgreSQL holds, and adds its records to the others. */
  private Book book(Map<String, RecordRow> records) {
    Map<String, Long> balances = new HashMap<>();
    Map<String, Long> numbers = new HashMap<>();
    Map<String, Transfer> transfers = new HashMap<>();
    inPostgreSql(
        connection -> {
          each(
              connection,
              RECORDS,
              row -> {
                JsonNode result = parsed(text(row.getBytes(4)));
                Status status = Status.valueOf(row.getString(2));
                records.put(
                    row.getString(1), new RecordRow(status, row.getInt(3), attempt(result)));
                if (result.path("number").isIntegralNumber()) {
                  numbers.put(result.path("transferId").asText(), result.path("number").asLong());
                }
              });
          each(connection, BALANCES, row -> balances.put(row.getString(1), row.getLong(2)));
          each(
              connection,
              SIDES,
              row -> {
                Transfer transfer = new Transfer(row.getLong(2), new TreeMap<>());
                Map<String, Long> sides =
                    transfers.computeIfAbsent(row.getString(1), ignored -> transfer).sides();
                if (row.getString(3) != null) {
                  sides.merge(row.getString(3), row.getLong(4), Long::sum);
                }
              });
        });
    return new Book(balances, transfers, numbers);
  }

  private static void each(Connection connection, String select, Use<ResultSet> use)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select)) {
      while (rows.next()) {
        use.take(rows);
      }
    }
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns what is no JSON as a node that is missing. */
  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  /** The functions' results name the attempt that returned them. */
  private static int attempt(JsonNode result) {
    return result.path("attempt").asInt();
  }

  private <K, V> Map<K, V> rows(
      String table,
      Function<Map<String, AttributeValue>, K> key,
      Function<Map<String, AttributeValue>, V> row) {
    return items(table).collect(Collectors.toUnmodifiableMap(key, row));
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

  private static RecordRow record(Map<String, AttributeValue> item) {
    return new RecordRow(
        Status.valueOf(text(item, "status")),
        count(item, "attempt"),
        attempt(parsed(text(item, "data"))));
  }

  private static Event.Id id(DemoConsumer consumer, Map<String, AttributeValue> item) {
    return new Event.Id(consumer, text(item, "orderId"));
  }

  private static PlainRow plain(Map<String, AttributeValue> item) {
    return new PlainRow(number(item, "totalCents"), count(item, "timesProcessed"));
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
