package dev.effectivelyonce.postgres;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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

  /** Matches what ends the transaction, or makes what outlives it. */
  private static final Pattern REFUSED_STATEMENT =
      Pattern.compile(
          "(?i)(?:^|;)\\s*(abort|begin|commit|deallocate|declare(?=[^;]*\\bwith\\s+hold\\b)"
              + "|discard|end|listen|load|prepare|reset"
              + "|rollback(?!\\s+(?:(?:work|transaction)\\s+)?to\\b)"
              + "|set(?!\\s+(?:constraints|local|transaction)\\b)|start|unlisten)\\b"
              + "|\\b(create\\s+(?:or\\s+replace\\s+)?(?:(?:(?:global|local)\\s+)?temp(?:orary)?\\b"
              + "|(?:(?:\\w+\\s+){1,2}|text\\s+search\\s+\\w+\\s+)"
              + "(?:if\\s+not\\s+exists\\s+)?pg_temp\\w*\\s*\\.)"
              + "(?![^;]*\\bon\\s+commit\\s+drop\\b)"
              + "|(?<!(?:insert|merge)\\s{1,50})into\\s+"
              + "(?:(?:(?:global|local)\\s+)?temp(?:orary)?\\b|pg_temp\\w*\\s*\\.)"
              + "|update\\s+(?:only\\b[\\s(]*)?(?:pg_catalog\\s*\\.\\s*)?pg_settings\\b"
              + "|pg_(?:try_)?advisory_lock(?:_shared)?\\b|u&\")");

  /** Matches what moves rows in a protocol of its own, which the driver has no call for here. */
  private static final Pattern COPY =
      Pattern.compile("(?i)(?:^|;)\\s*copy\\b[^;]*\\b(?:from\\s+stdin|to\\s+stdout)\\b");

  private static final String NO_ROWS =
      "the driver neither sends nor takes rows of it: insert in batches, and read by a query";

  private static final String NOT_ITS_OWN =
      "only the store ends its transaction, and nothing may outlive it";

  /** Matches a body of SQL: its statements do not run now, and its END ends no transaction. */
  private static final Pattern BODY =
      Pattern.compile(
          "(?is)(\\bcreate\\s+(?:or\\s+replace\\s+)?(?:function|procedure)\\b[^;]*)"
              + "\\bbegin\\s+atomic\\b(?:\\s*end\\b|.*?;\\s*end\\b)");

  /** Matches a call whose last argument is not {@code true}: it sets something for the session. */
  private static final Pattern SETTING =
      Pattern.compile("(?i)\\bset_config\\s*\\((?![^()]*,\\s*true\\s*\\))[^()]*\\)");

  private static final Pattern SET_CONFIG = Pattern.compile("(?i)\\bset_config\\b");

  private static final Pattern INNERMOST = Pattern.compile("\\([^()]*\\)");

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
      throw refused(method.getName() + "()", NOT_ITS_OWN);
    }
    return isItself(proxy, method, given) ? proxy : seen(call(target, method, given));
  }

  /** Returns what the work sees: nothing leads it around this connection. */
  private @Nullable Object seen(@Nullable Object result) {
    return switch (result) {
      case CallableStatement statement -> watched(CallableStatement.class, statement);
      case PreparedStatement statement -> watched(PreparedStatement.class, statement);
      case Statement statement -> watched(Statement.class, statement);
      case ResultSet rows -> watched(ResultSet.class, rows);
      case Array array -> watched(Array.class, array);
      case DatabaseMetaData description -> watched(DatabaseMetaData.class, description);
      case null -> null;
      default -> result;
    };
  }

  /** Returns what leads back to the connection shown, and ends no transaction. */
  private <T> T watched(Class<T> type, T target) {
    return proxy(
        type,
        (proxy, method, given) ->
            switch (method.getName()) {
              case "getConnection" -> shown;
              case "unwrap" -> isItself(proxy, method, given) ? proxy : call(target, method, given);
              default -> seen(call(target, method, given));
            });
  }

  /** Returns whether what is seen is asked for as what it is already. */
  private static boolean isItself(Object seen, Method method, @Nullable Object @Nullable [] given) {
    return method.getName().equals("unwrap")
        && given != null
        && given[0] instanceof Class<?> type
        && type.isInstance(seen);
  }

  private @Nullable Object call(Object on, Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    if (SENDING.contains(method.getName()) && given != null && given[0] instanceof String sql) {
      for (String whole : BareSql.readings(sql)) {
        String reading = BODY.matcher(whole).replaceAll("$1");
        Matcher found = REFUSED_STATEMENT.matcher(reading);
        if (found.find()) {
          throw refused("the statement " + found.group().replaceFirst("^[;\\s]+", ""), NOT_ITS_OWN);
        }
        if (setsForTheSession(reading)) {
          throw refused("set_config for more than its transaction", NOT_ITS_OWN);
        }
        if (COPY.matcher(reading).find()) {
          throw refused("the statement copy", NO_ROWS);
        }
      }
    }
    try {
      return method.invoke(on, given);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  /** Looks at calls from the innermost on, so that each has its own arguments alone. */
  private static boolean setsForTheSession(String reading) {
    if (!SET_CONFIG.matcher(reading).find()) {
      return false;
    }
    String left = reading;
    for (String before = ""; !left.equals(before); ) {
      if (SETTING.matcher(left).find()) {
        return true;
      }
      before = left;
      left = INNERMOST.matcher(left).replaceAll(" ");
    }
    return false;
  }

  private SQLException refused(String what, String why) {
    String text = "The handler's work called " + what + ": " + why;
    refusal = Optional.of(text);
    return new SQLException(text);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            WorkConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
