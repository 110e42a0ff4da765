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
  private final Home home;
  private final TimeLimit limit;
  private List<Sql> first;

  /**
   * @param first goes with the first statement
   */
  Session(Connection connection, Home home, TimeLimit limit, List<Sql> first) {
    this.connection = connection;
    this.home = home;
    this.limit = limit;
    this.first = first;
  }

  /** Sends a statement together with the next one. */
  void first(Sql statement) {
    first = Stream.concat(first.stream(), Stream.of(statement)).toList();
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
    try (PreparedStatement statement = prepared(connection, all)) {
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
    Connection ready = connection();
    try (PreparedStatement statement = prepared(ready, sql);
        ResultSet rows = statement.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(reader.read(rows));
      }
      return all;
    }
  }

  private PreparedStatement prepared(Connection ready, Sql sql) throws SQLException {
    PreparedStatement statement = ready.prepareStatement(home.qualified(sql.text()));
    statement.setQueryTimeout(limit.ofStatementSeconds());
    sql.bind(statement);
    return statement;
  }

  void commit() throws SQLException {
    Connection complete = connection();
    complete.commit();
  }
}
