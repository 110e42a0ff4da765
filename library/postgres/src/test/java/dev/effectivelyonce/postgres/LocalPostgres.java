package dev.effectivelyonce.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL server, started once for all tests of this JVM, and up as long as it. */
public final class LocalPostgres {
  private static final class Engine {
    static final EmbeddedPostgres SERVER = start();
    static final HikariDataSource POOL = pool(SERVER.getPostgresDatabase(), 12);

    static {
      run(POOL, schema());
    }
  }

  private LocalPostgres() {}

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a pool of connections to a database with the tables, all of them empty. Few rows are
   * deleted faster than a table is made anew.
   */
  public static DataSource emptied() {
    run(
        Engine.POOL,
        "DELETE FROM effectively_once_record; DELETE FROM effectively_once_trail;"
            + " DELETE FROM effectively_once_observed; DELETE FROM effectively_once_outbox");
    return Engine.POOL;
  }

  /** Returns the same with tables that take no room on the disk. */
  static DataSource fresh() {
    run(
        Engine.POOL,
        "TRUNCATE effectively_once_record, effectively_once_trail, effectively_once_observed,"
            + " effectively_once_outbox");
    return Engine.POOL;
  }

  static DataSource source() {
    return Engine.POOL;
  }

  public static EmbeddedPostgres server() {
    return Engine.SERVER;
  }

  static HikariDataSource pool(DataSource source, int size) {
    return new HikariDataSource(settings(source, size));
  }

  static HikariConfig settings(DataSource source, int size) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    return config;
  }

  /** Returns what makes the tables of the latest version. */
  static String schema() {
    return file("V1__effectively_once.sql") + file("V2__effectively_once_outbox.sql");
  }

  static String file(String name) {
    try (InputStream file = PostgresStore.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns settings of connections to the server, to be changed. */
  static PGSimpleDataSource driver() {
    return (PGSimpleDataSource) server().getPostgresDatabase();
  }

  /** Returns the first column of what a query selects. */
  public static List<String> texts(DataSource source, String query) {
    try (Connection connection = source.getConnection()) {
      return texts(connection, query);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<String> texts(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  public static void run(DataSource source, String sql) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
