package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Checks that a database is what this release of the library needs. It only reads. Use it at the
 * start of a service, or before a deployment; a store does not check by itself.
 */
public final class PostgresSchema {
  /** The version of the tables that this release reads and writes. */
  public static final int VERSION = 1;

  private static final List<String> TABLES =
      List.of(
          "effectively_once_schema",
          "effectively_once_record",
          "effectively_once_trail",
          "effectively_once_observed");

  private static final Duration SKEW = Duration.ofSeconds(5);

  /** The kind of a finding. */
  public enum Kind {
    /** A table is not there, or the role's search_path does not lead to it. */
    MISSING_TABLE,
    /** A table has not all columns of its version. */
    MISSING_COLUMN,
    /** The tables are of another version than this release. */
    OTHER_VERSION,
    /** The role may not read or write a table. */
    MISSING_RIGHT,
    /** The connection leads to a replica, or may not write. */
    READ_ONLY,
    /** The clocks of this machine and of the server differ by more than five seconds. */
    CLOCK_SKEW
  }

  /**
   * A finding that keeps the store from working, or from being right.
   *
   * @param problem what is wrong and where, without a full stop
   * @param remedy what to do about it, without a full stop
   */
  public record Finding(Kind kind, String problem, String remedy) {}

  private PostgresSchema() {}

  /**
   * Returns what is wrong, the first to settle first; empty if all is well.
   *
   * @throws StoreException if the database can't be reached, with the reason and a remedy
   */
  public static List<Finding> check(DataSource source) {
    return check(source, Platform.system().clock());
  }

  /**
   * Returns if all is well.
   *
   * @throws StoreException if there is a finding, with its remedy, or the database can't be reached
   */
  public static void require(DataSource source) {
    List<Finding> findings = check(source);
    if (!findings.isEmpty()) {
      throw new StoreException(
          StoreException.Kind.MISCONFIGURED,
          findings.stream().map(Finding::problem).collect(Collectors.joining("; ")),
          findings.stream().map(Finding::remedy).distinct().collect(Collectors.joining("; ")),
          null);
    }
  }

  static List<Finding> check(DataSource source, Clock clock) {
    return new Database(source, TimeLimit.unlimited())
        .statements(
            session -> {
              List<Finding> missing = missingTables(session);
              List<Finding> tables = missing.isEmpty() ? wrongTables(session) : missing;
              return Stream.of(tables, readOnly(session), skewed(session, clock))
                  .flatMap(List::stream)
                  .toList();
            });
  }

  private static List<Finding> missingTables(Session session) throws SQLException {
    List<Finding> found = new ArrayList<>();
    for (String table : TABLES) {
      if (isTrue(session, "SELECT to_regclass('" + table + "') IS NULL")) {
        found.add(
            new Finding(
                Kind.MISSING_TABLE,
                "The table \"" + table + "\" is missing",
                "Run V1__effectively_once.sql, and check the role's search_path"));
      }
    }
    return found;
  }

  private static List<Finding> wrongTables(Session session) throws SQLException {
    List<Finding> found = new ArrayList<>(missingRights(session));
    if (found.isEmpty()) {
      found.addAll(otherVersion(session));
    }
    Set<String> columns =
        Arrays.stream(Column.values())
            .map(Column::sql)
            .collect(Collectors.toCollection(TreeSet::new));
    String select =
        "SELECT attname::text FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped"
            + " AND attrelid = 'effectively_once_record'::regclass";
    session.query(Sql.of(select), row -> row.getString(1)).forEach(columns::remove);
    if (!columns.isEmpty()) {
      found.add(
          new Finding(
              Kind.MISSING_COLUMN,
              "The table \"effectively_once_record\" lacks " + columns,
              "Restore the table as V1__effectively_once.sql makes it"));
    }
    return found;
  }

  private static List<Finding> missingRights(Session session) throws SQLException {
    List<Finding> found = new ArrayList<>();
    for (String table : TABLES) {
      List<String> needed =
          table.endsWith("_schema")
              ? List.of("SELECT")
              : List.of("SELECT", "INSERT", "UPDATE", "DELETE");
      for (String right : needed) {
        if (isTrue(session, "SELECT NOT has_table_privilege('%s', '%s')".formatted(table, right))) {
          found.add(
              new Finding(
                  Kind.MISSING_RIGHT,
                  "The role has no right to %s on the table \"%s\"".formatted(right, table),
                  "GRANT %s ON %s to it".formatted(right, table)));
        }
      }
    }
    return found;
  }

  private static List<Finding> otherVersion(Session session) throws SQLException {
    List<Integer> versions =
        session.query(Sql.of("SELECT version FROM effectively_once_schema"), row -> row.getInt(1));
    return versions.equals(List.of(VERSION))
        ? List.of()
        : List.of(
            new Finding(
                Kind.OTHER_VERSION,
                "The tables are of the version %s, and this release needs %d"
                    .formatted(versions, VERSION),
                "Migrate the tables, or use the release that they are of"));
  }

  private static List<Finding> readOnly(Session session) throws SQLException {
    String select =
        "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean";
    return isTrue(session, select)
        ? List.of(
            new Finding(
                Kind.READ_ONLY,
                "The connection leads to a server or a role that only reads",
                "Connect to the writer's endpoint, with a role that may write"))
        : List.of();
  }

  /** Compares the server's time with that of this machine before and after it was asked. */
  private static List<Finding> skewed(Session session, Clock clock) throws SQLException {
    Instant before = clock.instant();
    Sql select = Sql.of("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    Instant server = session.query(select, row -> Instant.ofEpochMilli(row.getLong(1))).getFirst();
    Instant after = clock.instant();
    boolean isNear = server.isAfter(before.minus(SKEW)) && server.isBefore(after.plus(SKEW));
    return isNear
        ? List.of()
        : List.of(
            new Finding(
                Kind.CLOCK_SKEW,
                "The clock of this machine is at %s, and the server's at %s"
                    .formatted(after, server),
                "Let both follow a time server: leases and retention compare clocks"));
  }

  private static boolean isTrue(Session session, String select) throws SQLException {
    return session.query(Sql.of(select), row -> row.getBoolean(1)).getFirst();
  }
}
