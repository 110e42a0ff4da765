package dev.effectivelyonce.simulation.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** JDBC as far as the real store and the handlers of histories use it. */
final class JdbcProxies {
  /** Gives connections. */
  @FunctionalInterface
  interface Pool {
    PostgresConnection get() throws SQLException;
  }

  private static final String HOME = "public";

  private JdbcProxies() {}

  static DataSource source(Pool pool) {
    return proxy(
        DataSource.class,
        (self, method, given) ->
            method.getName().equals("getConnection")
                ? connection(pool.get())
                : unknown(method.getName()));
  }

  private static Connection connection(PostgresConnection connection) {
    return proxy(
        Connection.class,
        (self, method, given) ->
            switch (method.getName()) {
              case "getAutoCommit" -> connection.isAutoCommit();
              case "setAutoCommit" -> nothing(() -> connection.setAutoCommit((Boolean) given[0]));
              case "createStatement" -> finding();
              case "prepareStatement" -> statement(connection, (String) given[0]);
              case "commit" -> nothing(connection::commit);
              case "rollback" -> nothing(connection::rollback);
              case "close", "abort" -> nothing(connection::close);
              default -> unknown(method.getName());
            });
  }

  /** Finds the schema of the tables, which is no matter of a history. */
  private static Statement finding() {
    return proxy(
        Statement.class,
        (self, method, given) ->
            switch (method.getName()) {
              case "setQueryTimeout", "close" -> null;
              case "executeQuery" ->
                  rows(List.<Map<String, Object>>of(Map.of("home", HOME)).iterator());
              default -> unknown(method.getName());
            });
  }

  private interface Action {
    void run() throws SQLException;
  }

  private static @Nullable Object nothing(Action action) throws SQLException {
    action.run();
    return null;
  }

  private static PreparedStatement statement(PostgresConnection connection, String sql) {
    Prepared prepared = new Prepared(connection, sql);
    return proxy(
        PreparedStatement.class,
        (self, method, given) ->
            switch (method.getName()) {
              case "setQueryTimeout", "close" -> null;
              case "setNull" -> nothing(() -> prepared.set((Integer) given[0], Optional.empty()));
              case "setBytes" ->
                  nothing(
                      () ->
                          prepared.set(
                              (Integer) given[0],
                              Optional.of(new String((byte[]) given[1], StandardCharsets.UTF_8))));
              case "setObject" ->
                  nothing(() -> prepared.set((Integer) given[0], Optional.ofNullable(given[1])));
              case "execute" -> prepared.execute();
              case "executeQuery" -> rows(prepared.query());
              case "getUpdateCount" -> prepared.count();
              case "getMoreResults" -> prepared.next();
              default -> unknown(method.getName());
            });
  }

  private static ResultSet rows(Iterator<Map<String, Object>> rows) {
    List<Map<String, Object>> at = new ArrayList<>();
    return proxy(
        ResultSet.class,
        (self, method, given) ->
            switch (method.getName()) {
              case "next" -> {
                at.clear();
                boolean isThere = rows.hasNext();
                if (isThere) {
                  at.add(rows.next());
                }
                yield isThere;
              }
              case "getString" -> value(at, given).map(String::valueOf).orElse(null);
              case "getBytes" ->
                  value(at, given)
                      .map(it -> it.toString().getBytes(StandardCharsets.UTF_8))
                      .orElse(null);
              case "getLong" -> value(at, given).map(it -> ((Number) it).longValue()).orElse(0L);
              case "getInt" -> value(at, given).map(it -> ((Number) it).intValue()).orElse(0);
              case "close" -> null;
              default -> unknown(method.getName());
            });
  }

  private static Optional<Object> value(List<Map<String, Object>> at, Object[] given) {
    return Optional.ofNullable(at.getFirst().get((String) given[0]));
  }

  private static Object unknown(String method) {
    throw new IllegalStateException("Not known of JDBC: " + method);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(JdbcProxies.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** A statement, or several, with its values. */
  private static final class Prepared {
    private final PostgresConnection connection;
    private final String sql;
    private final List<Optional<Object>> values;
    private Iterator<PostgresSession.Answer> answers = Collections.emptyIterator();
    private int count = -1;

    Prepared(PostgresConnection connection, String sql) {
      this.connection = connection;
      this.sql = sql.replace(HOME + ".", "");
      this.values =
          new ArrayList<>(Collections.nCopies(placeholders(sql), Optional.<Object>empty()));
    }

    private static int placeholders(String sql) {
      return (int) sql.chars().filter(it -> it == '?').count();
    }

    void set(int index, Optional<Object> value) {
      values.set(index - 1, value);
    }

    private List<PostgresSession.Answer> run() throws SQLException {
      List<SqlRows> statements = new ArrayList<>();
      int from = 0;
      for (String piece : Arrays.asList(sql.split("; "))) {
        int to = from + placeholders(piece);
        statements.add(new SqlRows(piece, values.subList(from, to)));
        from = to;
      }
      return connection.run(statements);
    }

    boolean execute() throws SQLException {
      answers = run().iterator();
      return next();
    }

    Iterator<Map<String, Object>> query() throws SQLException {
      return run().getLast().rows().iterator();
    }

    boolean next() {
      count = answers.hasNext() ? answers.next().changed() : -1;
      return false;
    }

    int count() {
      return count;
    }
  }
}
