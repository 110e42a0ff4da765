package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.HandlerResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a handler's work.
 *
 * @param expected the count of rows that it has to change; empty: any
 */
record ExpectedStatement(String sql, List<@Nullable Object> arguments, Optional<Integer> expected)
    implements SqlWork.Code {

  ExpectedStatement expecting(int rows) {
    return new ExpectedStatement(sql, arguments, Optional.of(rows));
  }

  @Override
  public @Nullable Object on(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.size(); i++) {
        statement.setObject(i + 1, jdbc(arguments.get(i)));
      }
      int rows = statement.execute() ? returned(statement) : statement.getUpdateCount();
      return expected.filter(it -> it != rows).map(it -> refused(it, rows)).orElse(null);
    }
  }

  /** Returns how many rows a query has, or a change with {@code RETURNING}. */
  private static int returned(PreparedStatement statement) throws SQLException {
    int rows = 0;
    try (ResultSet result = statement.getResultSet()) {
      while (result.next()) {
        rows++;
      }
    }
    return rows;
  }

  private static HandlerResult.Retry refused(int expected, int rows) {
    return new HandlerResult.Retry(
        "A statement of the handler changed %s rows, not %s".formatted(rows, expected),
        Optional.empty());
  }

  /** Returns what the driver takes: it knows no instants. */
  private static @Nullable Object jdbc(@Nullable Object argument) {
    return argument instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : argument;
  }
}
