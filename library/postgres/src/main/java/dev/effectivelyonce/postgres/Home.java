package dev.effectivelyonce.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The schema of this library's tables. It is found once, by the search_path of the first connection
 * that leads to them, and then named in each statement: a path that a session gets later leads no
 * statement to other tables of these names.
 */
final class Home {
  /** Finds no schema whose name has a quote, since tables are named in texts, too. */
  private static final String FIND =
      "SELECT pg_catalog.quote_ident(nspname) AS home FROM pg_catalog.pg_namespace"
          + " WHERE oid = (SELECT relnamespace FROM pg_catalog.pg_class"
          + " WHERE oid = pg_catalog.to_regclass('"
          + SchemaTable.RECORD.sql()
          + "')) AND nspname NOT LIKE '%''%'";

  private static final Pattern TABLE =
      Pattern.compile(
          Arrays.stream(SchemaTable.values())
              .map(SchemaTable::sql)
              .collect(Collectors.joining("|", "(?<![\\w.])(?:", ")\\b")));

  private volatile Optional<String> schema = Optional.empty();

  /** Finds the schema, unless it is known. Without the tables it stays unknown. */
  void find(Connection connection, TimeLimit limit) throws SQLException {
    if (schema.isPresent()) {
      return;
    }
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(limit.ofStatementSeconds());
      try (ResultSet found = statement.executeQuery(FIND)) {
        if (found.next()) {
          schema = Optional.of(found.getString("home"));
        }
      }
    }
  }

  /** Returns SQL of this library with the schema before its tables. */
  String qualified(String sql) {
    return schema
        .map(it -> TABLE.matcher(sql).replaceAll(Matcher.quoteReplacement(it) + ".$0"))
        .orElse(sql);
  }
}
