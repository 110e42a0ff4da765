package dev.effectivelyonce.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;

/** A PostgreSQL server, started once for all tests of this JVM, and up as long as it. */
final class LocalPostgres {
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

  /** Returns a pool of connections to a database with the tables, all of them empty. */
  static DataSource emptied() {
    run(
        Engine.POOL,
        "TRUNCATE effectively_once_record, effectively_once_trail, effectively_once_observed,"
            + " effectively_once_outbox");
    return Engine.POOL;
  }

  static DataSource source() {
    return Engine.POOL;
  }

  static EmbeddedPostgres server() {
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

  static void run(DataSource source, String sql) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
