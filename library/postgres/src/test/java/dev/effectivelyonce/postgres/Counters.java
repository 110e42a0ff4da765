package dev.effectivelyonce.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** A table of a service's own, with a row for each counter: the effects of tests. */
final class Counters {
  private Counters() {}

  static void empty(DataSource source) {
    LocalPostgres.run(
        source,
        "CREATE TABLE IF NOT EXISTS counter (name text PRIMARY KEY, times integer NOT NULL);"
            + " DELETE FROM counter");
  }

  static SqlWork raise(String name) {
    return SqlWork.statement(
            "INSERT INTO counter VALUES (?, 1)"
                + " ON CONFLICT (name) DO UPDATE SET times = counter.times + 1",
            name)
        .expecting(1)
        .settingNothing();
  }

  /** Raises a counter that was never raised; else it breaks the constraint of the key. */
  static SqlWork raiseANew(String name) {
    return SqlWork.statement("INSERT INTO counter VALUES (?, 1)", name).settingNothing();
  }

  /** Refuses, since it changes nothing. */
  static SqlWork noRow() {
    return SqlWork.statement("UPDATE counter SET times = 9 WHERE name = 'nobody'").expecting(1);
  }

  /** Raises a counter at once, by a connection of its own. */
  static void raiseNow(DataSource source, String name) {
    LocalPostgres.run(
        source,
        "INSERT INTO counter VALUES ('%s', 1) ON CONFLICT (name) DO UPDATE SET times = counter.times + 1"
            .formatted(name));
  }

  static int count(DataSource source, String name) {
    try (Connection connection = source.getConnection()) {
      return count(connection, name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static int count(Connection connection, String name) throws SQLException {
    List<String> times =
        LocalPostgres.texts(
            connection, "SELECT times FROM counter WHERE name = '%s'".formatted(name));
    return times.isEmpty() ? 0 : Integer.parseInt(times.getFirst());
  }
}
