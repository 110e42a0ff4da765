package dev.effectivelyonce.outbox;

import dev.effectivelyonce.postgres.PostgresStore;
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
  }

  private LocalPostgres() {}

  private static EmbeddedPostgres start() {
    try {
      EmbeddedPostgres server = EmbeddedPostgres.builder().start();
      run(server.getPostgresDatabase(), file("V1__effectively_once.sql"));
      run(server.getPostgresDatabase(), file("V2__effectively_once_outbox.sql"));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String file(String name) {
    try (InputStream file = PostgresStore.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a database with the tables, all of them empty. */
  static DataSource emptied() {
    DataSource source = Engine.SERVER.getPostgresDatabase();
    run(source, "TRUNCATE effectively_once_observed, effectively_once_outbox");
    return source;
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
