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
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisServer;

/**
 * PostgreSQL with the tables of records, and Redis behind a password, started once for all tests.
 */
public final class OtherEngines implements AutoCloseable {
  /** The password of Redis. */
  public static final String PASSWORD = "s3cret";

  private final EmbeddedPostgres postgres = EmbeddedPostgres.start();
  private final int redisPort = free();
  private final RedisServer redis =
      RedisServer.newRedisServer()
          .port(redisPort)
          .setting("bind 127.0.0.1")
          .setting("requirepass " + PASSWORD)
          .build();
  private final Path password = Files.writeString(Files.createTempFile("redis", ""), PASSWORD);

  private OtherEngines() throws IOException, SQLException {
    redis.start();
    run("postgres", schema());
  }

  /** Gives them to a test that has them as a parameter; JUnit closes them at the end. */
  public static final class Parameter implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == OtherEngines.class;
    }

    @Override
    public OtherEngines resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(Namespace.create(OtherEngines.class))
          .computeIfAbsent(OtherEngines.class, key -> started(), OtherEngines.class);
    }
  }

  private static OtherEngines started() {
    try {
      return new OtherEngines();
    } catch (IOException | SQLException e) {
      throw new IllegalStateException("PostgreSQL and Redis do not start", e);
    }
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

  /** A database, as its owner. */
  public DataSource database(String name) {
    return postgres.getDatabase("postgres", name);
  }

  /** Runs statements in a database, as its owner. */
  public void run(String database, String sql) throws SQLException {
    try (var connection = database(database).getConnection();
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
    Files.delete(password);
  }
}
