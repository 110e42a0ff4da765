package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.StoreException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Checks that a database meets the requirements of this release of the library. The check only
 * reads. Run it at the start of a service or before a deployment, because a store does not run it
 * by itself.
 */
public final class PostgresSchema {
  /** The latest version of the tables that this release reads and writes. */
  public static final int VERSION = 2;

  private static final Duration SKEW = Duration.ofSeconds(5);

  /** The use that a role makes of the database. */
  public enum Use {
    /** A {@link PostgresStore}, which needs tables of version 1 or later. */
    RECORDS(1),
    /** Works with messages of a {@link PostgresOutbox}, which need version 2. */
    OUTBOX(2),
    /** A {@link PostgresBacklog}, which needs version 2. */
    PUBLISHER(2);

    private final int version;

    Use(int version) {
      this.version = version;
    }

    private List<SchemaTable> tables() {
      return this == RECORDS
          ? List.of(SchemaTable.RECORD, SchemaTable.TRAIL, SchemaTable.OBSERVED)
          : List.of(SchemaTable.OUTBOX);
    }

    private List<String> rights() {
      return switch (this) {
        case RECORDS -> List.of("SELECT", "INSERT", "UPDATE", "DELETE");
        case OUTBOX -> List.of("INSERT");
        case PUBLISHER -> List.of("SELECT", "UPDATE", "DELETE");
      };
    }
  }

  /** The kind of a finding. */
  public enum Kind {
    /** A table does not exist, or is not on the role's search_path. */
    MISSING_TABLE,
    /** A table does not have all columns of its version. */
    MISSING_COLUMN,
    /** The tables have another version than this release. */
    OTHER_VERSION,
    /** The role may not read or write a table. */
    MISSING_RIGHT,
    /** The connection leads to a replica, or may not write. */
    READ_ONLY,
    /** The clocks of this machine and of the server differ by more than five seconds. */
    CLOCK_SKEW
  }

  /**
   * A problem that keeps the store from working, or from working correctly.
   *
   * @param problem what is wrong and where, without a full stop
   * @param remedy what to do about it, without a full stop
   */
  public record Finding(Kind kind, String problem, String remedy) {}

  private PostgresSchema() {}

  /**
   * Returns the problems in the order in which to solve them; empty if there are none.
   *
   * @param uses the uses of this role; none: {@link Use#RECORDS}
   * @throws StoreException if the database can't be reached, with the reason and a remedy
   */
  public static List<Finding> check(DataSource source, Use... uses) {
    return check(source, Platform.system().clock(), uses);
  }

  /**
   * Checks the database, and returns normally only if there are no problems.
   *
   * @param uses the uses of this role; none: {@link Use#RECORDS}
   * @throws StoreException if there is a problem, with its remedy, or if the database can't be
   *     reached
   */
  public static void require(DataSource source, Use... uses) {
    List<Finding> findings = check(source, uses);
    if (!findings.isEmpty()) {
      throw new StoreException(
          StoreException.Kind.MISCONFIGURED,
          findings.stream().map(Finding::problem).collect(Collectors.joining("; ")),
          findings.stream().map(Finding::remedy).distinct().collect(Collectors.joining("; ")),
          null);
    }
  }

  static List<Finding> check(DataSource source, Clock clock, Use... given) {
    Set<Use> uses = given.length == 0 ? EnumSet.of(Use.RECORDS) : EnumSet.copyOf(List.of(given));
    return new Database(source, TimeLimit.unlimited())
        .statements(
            session -> {
              List<Finding> missing = missingTables(session, uses);
              List<Finding> tables = missing.isEmpty() ? wrongTables(session, uses) : missing;
              return Stream.of(tables, readOnly(session), skewed(session, clock))
                  .flatMap(List::stream)
                  .toList();
            });
  }

  private static List<Finding> missingTables(Session session, Set<Use> uses) throws SQLException {
    List<Finding> found = new ArrayList<>();
    for (SchemaTable table : tables(uses)) {
      if (isTrue(session, "SELECT to_regclass('" + table.sql() + "') IS NULL")) {
        found.add(
            new Finding(
                Kind.MISSING_TABLE,
                "The table \"" + table.sql() + "\" is missing",
                "Run " + table.file() + ", and check the role's search_path"));
      }
    }
    return found;
  }

  private static Set<SchemaTable> tables(Set<Use> uses) {
    Set<SchemaTable> tables = EnumSet.of(SchemaTable.SCHEMA);
    uses.forEach(use -> tables.addAll(use.tables()));
    return tables;
  }

  private static List<Finding> wrongTables(Session session, Set<Use> uses) throws SQLException {
    List<Finding> found = new ArrayList<>(missingRights(session, uses));
    if (found.isEmpty()) {
      found.addAll(otherVersion(session, uses));
    }
    for (SchemaTable table : tables(uses)) {
      Set<String> columns = new TreeSet<>(table.columns());
      String select =
          "SELECT attname::text FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped"
              + " AND attrelid = '%s'::regclass".formatted(table.sql());
      session.query(Sql.of(select), row -> row.getString(1)).forEach(columns::remove);
      if (!columns.isEmpty()) {
        found.add(
            new Finding(
                Kind.MISSING_COLUMN,
                "The table \"%s\" lacks %s".formatted(table.sql(), columns),
                "Restore the table as %s makes it".formatted(table.file())));
      }
    }
    return found;
  }

  private static List<Finding> missingRights(Session session, Set<Use> uses) throws SQLException {
    List<Finding> found = new ArrayList<>(missing(session, SchemaTable.SCHEMA, "SELECT"));
    for (Use use : uses) {
      for (SchemaTable table : use.tables()) {
        for (String right : use.rights()) {
          found.addAll(missing(session, table, right));
        }
      }
    }
    return found;
  }

  private static List<Finding> missing(Session session, SchemaTable table, String right)
      throws SQLException {
    String name = table.sql();
    return isTrue(session, "SELECT NOT has_table_privilege('%s', '%s')".formatted(name, right))
        ? List.of(
            new Finding(
                Kind.MISSING_RIGHT,
                "The role has no right to %s on the table \"%s\"".formatted(right, name),
                "GRANT %s ON %s to it".formatted(right, name)))
        : List.of();
  }

  private static List<Finding> otherVersion(Session session, Set<Use> uses) throws SQLException {
    int least = uses.stream().mapToInt(use -> use.version).max().orElse(VERSION);
    List<Integer> versions =
        session.query(Sql.of("SELECT version FROM effectively_once_schema"), row -> row.getInt(1));
    boolean isRight =
        versions.size() == 1 && versions.getFirst() >= least && versions.getFirst() <= VERSION;
    return isRight
        ? List.of()
        : List.of(
            new Finding(
                Kind.OTHER_VERSION,
                "The tables are of the version %s, and this release needs %s to %s"
                    .formatted(versions, least, VERSION),
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
