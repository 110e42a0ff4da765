package dev.effectivelyonce.local.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.check.Book;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.plan.TransferContents;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens the accounts in PostgreSQL, and reads its tables whole. */
final class BookKeeper {
  private static final String RECORDS =
      "SELECT id, status, attempt, result FROM effectively_once_record";
  private static final String TRANSFERS =
      "SELECT transfer_id, number, amount_cents FROM ledger_transfer";
  private static final String ENTRIES =
      "SELECT number, account_id, amount_cents FROM ledger_entry ORDER BY account_id";

  private final DataSource database;
  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, RecordRow> records = new HashMap<>();
  private final Map<String, Long> numbers = new HashMap<>();

  BookKeeper(DataSource database) {
    this.database = database;
  }

  /** Uses a row of a result. */
  @FunctionalInterface
  private interface RowUse {
    void take(ResultSet row) throws SQLException;
  }

  void open() {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO ledger_account VALUES (?, ?)")) {
      for (Map.Entry<String, Long> account : TransferContents.openingCents().entrySet()) {
        insert.setString(1, account.getKey());
        insert.setLong(2, account.getValue());
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Reads everything in one transaction that sees one moment. */
  Book read() {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      Map<String, Long> balances = new HashMap<>();
      Map<Long, List<Book.Entry>> entries = new HashMap<>();
      Map<String, Book.Transfer> transfers = new HashMap<>();
      each(connection, RECORDS, this::addRecord);
      each(
          connection,
          "SELECT account_id, balance_cents FROM ledger_account",
          row -> balances.put(row.getString(1), row.getLong(2)));
      each(
          connection,
          ENTRIES,
          row ->
              entries
                  .computeIfAbsent(row.getLong(1), number -> new ArrayList<>())
                  .add(new Book.Entry(row.getString(2), row.getLong(3))));
      each(
          connection,
          TRANSFERS,
          row ->
              transfers.put(
                  row.getString(1),
                  new Book.Transfer(
                      row.getLong(2),
                      row.getLong(3),
                      entries.getOrDefault(row.getLong(2), List.of()))));
      connection.rollback();
      return new Book(balances, transfers, Map.copyOf(numbers));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Returns the records that {@link #read} has read, by their ids. */
  Map<String, RecordRow> records() {
    return Map.copyOf(records);
  }

  private void addRecord(ResultSet row) throws SQLException {
    JsonNode result = parsed(row.getBytes(4));
    JsonNode attempt = result.path("attempt");
    records.put(
        row.getString(1),
        new RecordRow(
            Status.valueOf(row.getString(2)),
            row.getInt(3),
            attempt.isInt() ? OptionalInt.of(attempt.asInt()) : OptionalInt.empty()));
    if (result.path("number").isIntegralNumber()) {
      numbers.put(result.path("transferId").asText(), result.path("number").asLong());
    }
  }

  private JsonNode parsed(byte @Nullable [] text) {
    try {
      return text == null
          ? json.missingNode()
          : json.readTree(new String(text, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      return json.missingNode();
    }
  }

  private static void each(Connection connection, String select, RowUse use) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select)) {
      while (rows.next()) {
        use.take(rows);
      }
    }
  }

  private static LocalRunnerException failed(SQLException e) {
    return new LocalRunnerException("PostgreSQL refused: " + e.getMessage(), e);
  }
}
