package dev.effectivelyonce.benchmarks.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.engine.Engine;
import dev.effectivelyonce.benchmarks.engine.EngineProcess;
import dev.effectivelyonce.benchmarks.engine.Tables;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.redis.JedisCommands;
import dev.effectivelyonce.redis.RedisStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisServer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A store over a server that was started for it on this machine, and ends with it.
 *
 * @param title the name in tables
 */
record StoreServer(String title, IdempotencyStore store, Ending ending) implements AutoCloseable {
  private static final int CONNECTIONS = 10;

  /** Ends a server. */
  interface Ending {
    void end() throws IOException;
  }

  /** DynamoDB Local, which keeps its tables in memory. */
  static StoreServer dynamoDb() {
    EngineProcess process = EngineProcess.start(Engine.LOCAL);
    DynamoDbClient client = Clients.of(process.endpoint());
    Tables.create(client, "records");
    return new StoreServer(
        "DynamoDB Local",
        new DynamoDbStore(client, "records"),
        () -> {
          client.close();
          process.close();
        });
  }

  /** A server that syncs each commit to its disk. */
  static StoreServer postgres() {
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "on")
              .setServerConfig("full_page_writes", "on")
              .setServerConfig("synchronous_commit", "on")
              .start();
      HikariConfig pool = new HikariConfig();
      pool.setDataSource(server.getPostgresDatabase());
      pool.setMaximumPoolSize(CONNECTIONS);
      HikariDataSource source = new HikariDataSource(pool);
      createTables(source);
      return new StoreServer(
          "PostgreSQL",
          new PostgresStore(source),
          () -> {
            source.close();
            server.close();
          });
    } catch (IOException | SQLException e) {
      throw new IllegalStateException("PostgreSQL does not start", e);
    }
  }

  private static void createTables(HikariDataSource source) throws IOException, SQLException {
    try (InputStream file = PostgresStore.class.getResourceAsStream("V1__effectively_once.sql");
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      byte[] bytes = Objects.requireNonNull(file).readAllBytes();
      statement.execute(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  /** A server that syncs each write to its disk. */
  static StoreServer redisSync() {
    return redis("Redis, SYNC", Durability.SYNC, "yes");
  }

  /** A server that keeps all in memory. */
  static StoreServer redisAsync() {
    return redis("Redis, ASYNC", Durability.ASYNC, "no");
  }

  private static StoreServer redis(String title, Durability durability, String isLogged) {
    try {
      int port = freePort();
      RedisServer server =
          RedisServer.newRedisServer()
              .bind("127.0.0.1")
              .port(port)
              .setting("save \"\"")
              .setting("appendonly " + isLogged)
              .setting("appendfsync always")
              .build();
      server.start();
      RedisClient client = RedisClient.builder().hostAndPort("127.0.0.1", port).build();
      return new StoreServer(
          title,
          RedisStore.builder(new JedisCommands(client)).durability(durability).build(),
          () -> {
            client.close();
            server.stop();
          });
    } catch (IOException e) {
      throw new UncheckedIOException("Redis does not start", e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    try {
      ending.end();
    } catch (IOException e) {
      throw new UncheckedIOException(title + " does not end", e);
    }
  }
}
