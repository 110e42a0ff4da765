package dev.effectivelyonce.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The connection as a handler's work sees it: what ends the transaction, or outlives it, is
 * refused. A refusal stands, even if the work catches its exception.
 */
final class WorkConnection implements InvocationHandler {
  private static final Set<String> REFUSED =
      Set.of(
          "abort",
          "beginRequest",
          "close",
          "commit",
          "endRequest",
          "setAutoCommit",
          "setCatalog",
          "setClientInfo",
          "setHoldability",
          "setNetworkTimeout",
          "setReadOnly",
          "setSchema",
          "setTransactionIsolation");

  /** The methods whose first argument, where it is a text, is SQL. */
  private static final Set<String> SENDING =
      Set.of(
          "addBatch",
          "execute",
          "executeLargeUpdate",
          "executeQuery",
          "executeUpdate",
          "prepareCall",
          "prepareStatement");

  /** Matches the begin of a statement that ends the transaction, or sets what outlives it. */
  private static final Pattern REFUSED_STATEMENT =
      Pattern.compile(
          "(?i)(?:^|;)\\s*(abort|begin|commit|deallocate|discard|end|listen|prepare|reset"
              + "|rollback(?!\\s+(?:(?:work|transaction)\\s+)?to\\b)"
              + "|set(?!\\s+(?:constraints|local|transaction)\\b)|start|unlisten)\\b");

  private final Connection target;
  private final Connection shown;
  private Optional<String> refusal = Optional.empty();

  WorkConnection(Connection target) {
    this.target = target;
    this.shown = proxy(Connection.class, this);
  }

  /** Returns the connection to give to the work. */
  Connection shown() {
    return shown;
  }

  /** Returns what the work did that it must not do. */
  Optional<String> refusal() {
    return refusal;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    boolean isWholeRollback = method.getName().equals("rollback") && given == null;
    if (REFUSED.contains(method.getName()) || isWholeRollback) {
      throw refused(method.getName() + "()");
    }
    Object result = call(target, method, given);
    return switch (result) {
      case CallableStatement statement -> watched(CallableStatement.class, statement);
      case PreparedStatement statement -> watched(PreparedStatement.class, statement);
      case Statement statement -> watched(Statement.class, statement);
      case null -> null;
      default -> result;
    };
  }

  /** Returns a statement that leads back to the connection shown, and ends no transaction. */
  private <T extends Statement> T watched(Class<T> type, T statement) {
    return proxy(
        type,
        (proxy, method, given) ->
            method.getName().equals("getConnection") ? shown : call(statement, method, given));
  }

  private @Nullable Object call(Object on, Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    if (SENDING.contains(method.getName()) && given != null && given[0] instanceof String sql) {
      for (String reading : BareSql.readings(sql)) {
        Matcher found = REFUSED_STATEMENT.matcher(reading);
        if (found.find()) {
          throw refused("the statement " + found.group(1));
        }
      }
    }
    try {
      return method.invoke(on, given);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private SQLException refused(String what) {
    String text =
        "The handler's work called "
            + what
            + ": the store alone ends its transaction, and nothing is to outlive it";
    refusal = Optional.of(text);
    return new SQLException(text);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            WorkConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
