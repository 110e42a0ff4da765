package dev.effectivelyonce.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A connection in use: each call is one round trip. */
final class Session {
  /** Reads the row that a result stands at. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private final Connection connection;
  private final TimeLimit limit;
  private List<Sql> first;
  private boolean isCommitted;

  /**
   * @param first goes with the first statement
   */
  Session(Connection connection, TimeLimit limit, List<Sql> first) {
    this.connection = connection;
    this.limit = limit;
    this.first = first;
  }

  /** Returns the connection, after what is to go first has gone. */
  Connection connection() throws SQLException {
    if (!first.isEmpty()) {
      List<Integer> ignored = updates(List.of());
    }
    return connection;
  }

  /** Returns how many rows the statement changed. */
  int update(Sql sql) throws SQLException {
    return updates(List.of(sql)).getLast();
  }

  /** Returns how many rows each statement changed; they go to the server together. */
  List<Integer> updates(List<Sql> statements) throws SQLException {
    Sql all = Sql.joined("; ", Stream.concat(first.stream(), statements.stream()).toList());
    try (PreparedStatement statement = prepared(all)) {
      first = List.of();
      boolean isResultSet = statement.execute();
      List<Integer> counts = new ArrayList<>();
      while (isResultSet || statement.getUpdateCount() >= 0) {
        counts.add(statement.getUpdateCount());
        isResultSet = statement.getMoreResults();
      }
      return counts.subList(counts.size() - statements.size(), counts.size());
    }
  }

  <T> List<T> query(Sql sql, RowReader<T> reader) throws SQLException {
    try (PreparedStatement statement = prepared(sql);
        ResultSet rows = statement.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(reader.read(rows));
      }
      return all;
    }
  }

  private PreparedStatement prepared(Sql sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql.text());
    statement.setQueryTimeout(limit.ofStatementSeconds());
    sql.bind(statement);
    return statement;
  }

  void commit() throws SQLException {
    connection.commit();
    isCommitted = true;
  }

  boolean isCommitted() {
    return isCommitted;
  }
}
