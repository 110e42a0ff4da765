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
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisServer;

/** PostgreSQL with the tables of records, and Redis behind a password, for the tests of a class. */
public final class OtherEngines implements AutoCloseable {
  /** The password of Redis. */
  public static final String PASSWORD = "s3cret";

  private final EmbeddedPostgres postgres;
  private final RedisServer redis;
  private final int redisPort;
  private final Path password;

  private OtherEngines(EmbeddedPostgres postgres, RedisServer redis, int redisPort, Path password) {
    this.postgres = postgres;
    this.redis = redis;
    this.redisPort = redisPort;
    this.password = password;
  }

  /**
   * Starts both.
   *
   * @param directory for the file with the password
   */
  public static OtherEngines start(Path directory) throws IOException, SQLException {
    int port = free();
    OtherEngines started =
        new OtherEngines(
            EmbeddedPostgres.start(),
            RedisServer.newRedisServer()
                .port(port)
                .setting("bind 127.0.0.1")
                .setting("requirepass " + PASSWORD)
                .build(),
            port,
            Files.writeString(directory.resolve("password"), PASSWORD + "\n"));
    started.redis.start();
    started.run("postgres", schema());
    return started;
  }

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

  /** Runs statements in a database, as its owner. */
  public void run(String database, String sql) throws SQLException {
    try (var connection = postgres.getDatabase("postgres", database).getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The URL of a database, as its owner. */
  public String postgres(String database) {
    return postgres("postgres", database);
  }

  /** The URL of a database, as a user. */
  public String postgres(String user, String database) {
    return "postgresql://%s@127.0.0.1:%s/%s".formatted(user, postgres.getPort(), database);
  }

  /** The port of PostgreSQL. */
  public int postgresPort() {
    return postgres.getPort();
  }

  /** The URL of Redis. */
  public String redis(String durability) {
    return "redis://127.0.0.1:%s?durability=%s&passwordFile=%s"
        .formatted(redisPort, durability, password);
  }

  /** Sets what Redis does when its memory is full. */
  public void evict(String policy) {
    try (RedisClient client =
        RedisClient.create("redis://:" + PASSWORD + "@127.0.0.1:" + redisPort)) {
      client.configSet("maxmemory-policy", policy);
    }
  }

  /** The URL of Redis without a durability. */
  public String redis() {
    return "redis://127.0.0.1:" + redisPort;
  }

  @Override
  public void close() throws IOException {
    redis.stop();
    postgres.close();
  }
}
