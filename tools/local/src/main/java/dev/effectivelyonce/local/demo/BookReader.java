package dev.effectivelyonce.local.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.check.Tables.Book;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.check.Tables.Transfer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the tables in PostgreSQL whole. */
final class BookReader {
  private static final String RECORDS =
      "SELECT id, status, attempt, result FROM effectively_once_record";
  private static final String BALANCES = "SELECT account_id, balance_cents FROM ledger_account";
  private static final String SIDES =
      """
      SELECT transfer_id, number, account_id, e.amount_cents
      FROM ledger_transfer LEFT JOIN ledger_entry e USING (number)
      """;

  private final Map<String, RecordRow> records = new HashMap<>();
  private final Map<String, Long> numbers = new HashMap<>();
  private final Map<String, Long> balances = new HashMap<>();
  private final Map<String, Transfer> transfers = new HashMap<>();

  private BookReader() {}

  /** Uses a row of a result. */
  @FunctionalInterface
  private interface RowUse {
    void take(ResultSet row) throws SQLException;
  }

  static BookReader read(DataSource database) {
    BookReader reader = new BookReader();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      each(statement, RECORDS, reader::addRecord);
      each(statement, BALANCES, row -> reader.balances.put(row.getString(1), row.getLong(2)));
      each(statement, SIDES, reader::addSide);
      return reader;
    } catch (SQLException e) {
      throw new LocalRunnerException("PostgreSQL refused: " + e.getMessage(), e);
    }
  }

  Book book() {
    return new Book(Map.copyOf(balances), Map.copyOf(transfers), Map.copyOf(numbers));
  }

  Map<String, RecordRow> records() {
    return Map.copyOf(records);
  }

  private static void each(Statement statement, String select, RowUse use) throws SQLException {
    try (ResultSet rows = statement.executeQuery(select)) {
      while (rows.next()) {
        use.take(rows);
      }
    }
  }

  private void addRecord(ResultSet row) throws SQLException {
    byte @Nullable [] bytes = row.getBytes(4);
    JsonNode result =
        TableReader.parsed(bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8));
    records.put(
        row.getString(1),
        new RecordRow(
            Status.valueOf(row.getString(2)), row.getInt(3), TableReader.attempt(result)));
    if (result.path("number").isIntegralNumber()) {
      numbers.put(result.path("transferId").asText(), result.path("number").asLong());
    }
  }

  private void addSide(ResultSet row) throws SQLException {
    Map<String, Long> sides = new HashMap<>();
    Transfer before = transfers.get(row.getString(1));
    if (before != null) {
      sides.putAll(before.sides());
    }
    String account = row.getString(3);
    if (account != null) {
      sides.merge(account, row.getLong(4), Long::sum);
    }
    transfers.put(row.getString(1), new Transfer(row.getLong(2), Map.copyOf(sides)));
  }
}
