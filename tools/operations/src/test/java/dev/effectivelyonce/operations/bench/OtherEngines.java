package dev.effectivelyonce.operations.bench;

import dev.effectivelyonce.postgres.PostgresStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisServer;

/** PostgreSQL with the tables of records, and Redis behind a password, up as long as this JVM. */
public final class OtherEngines {
  /** The password of Redis. */
  public static final String PASSWORD = "s3cret";

  private static final EmbeddedPostgres POSTGRES;
  private static final int REDIS_PORT;
  private static final Path PASSWORD_FILE;

  static {
    try {
      POSTGRES = EmbeddedPostgres.start();
      run("postgres", schema());
      REDIS_PORT = free();
      RedisServer redis =
          RedisServer.newRedisServer()
              .port(REDIS_PORT)
              .setting("bind 127.0.0.1")
              .setting("requirepass " + PASSWORD)
              .build();
      redis.start();
      PASSWORD_FILE = Files.writeString(Files.createTempFile("redis", ""), PASSWORD);
      PASSWORD_FILE.toFile().deleteOnExit();
    } catch (IOException | SQLException e) {
      throw new IllegalStateException("PostgreSQL and Redis do not start", e);
    }
  }

  private OtherEngines() {}

  private static int free() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /** The statements that make the tables. */
  public static String schema() throws IOException {
    try (InputStream file = PostgresStore.class.getResourceAsStream("V1__effectively_once.sql")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A database, as its owner. */
  public static DataSource database(String name) {
    return POSTGRES.getDatabase("postgres", name);
  }

  /** Runs statements in a database, as its owner. */
  public static void run(String database, String sql) throws SQLException {
    try (var connection = database(database).getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The URL of a database, as its owner. */
  public static String postgres(String database) {
    return postgres("postgres", database);
  }

  /** The URL of a database, as a user. */
  public static String postgres(String user, String database) {
    return "postgresql://%s@127.0.0.1:%s/%s".formatted(user, POSTGRES.getPort(), database);
  }

  /** The port of PostgreSQL. */
  public static int postgresPort() {
    return POSTGRES.getPort();
  }

  /** The URL of Redis. */
  public static String redis(String durability) {
    return "redis://127.0.0.1:%s?durability=%s&passwordFile=%s"
        .formatted(REDIS_PORT, durability, PASSWORD_FILE);
  }

  /** Sets what Redis does when its memory is full. */
  public static void evict(String policy) {
    try (RedisClient client =
        RedisClient.create("redis://:" + PASSWORD + "@127.0.0.1:" + REDIS_PORT)) {
      client.configSet("maxmemory-policy", policy);
    }
  }

  /** The URL of Redis without a durability. */
  public static String redis() {
    return "redis://127.0.0.1:" + REDIS_PORT;
  }
}
