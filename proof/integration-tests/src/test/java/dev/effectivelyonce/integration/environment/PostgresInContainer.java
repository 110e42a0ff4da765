package dev.effectivelyonce.integration.environment;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;

/** A PostgreSQL server as a container's own process: it trusts everybody who reaches it. */
public final class PostgresInContainer {
  /** Where it listens, on every address of its container. */
  public static final int PORT = 5432;

  private PostgresInContainer() {}

  /** Runs until the container ends. */
  public static void main(String[] arguments) throws Exception {
    Path data = Files.createTempDirectory("postgres").resolve("data");
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setPort(PORT)
            .setServerConfig("listen_addresses", "*")
            .setServerConfig("synchronous_commit", "on")
            .start()) {
      Files.writeString(
          data.resolve("pg_hba.conf"), "host all all 0.0.0.0/0 trust\n", StandardOpenOption.APPEND);
      try (Connection connection = server.getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("SELECT pg_reload_conf()");
      }
      System.out.println("PostgreSQL listens on port " + PORT);
      new CountDownLatch(1).await();
    }
  }
}
