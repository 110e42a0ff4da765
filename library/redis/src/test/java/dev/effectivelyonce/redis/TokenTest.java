package dev.effectivelyonce.redis;

import static dev.effectivelyonce.redis.Samples.claim;
import static dev.effectivelyonce.redis.Samples.claimed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

/**
 * A user with the rights of docs/redis.md whose password changes, as an IAM token does: each new
 * connection asks for it anew.
 */
class TokenTest {
  private final LocalRedis server = LocalRedis.start();
  private final AtomicReference<String> token = new AtomicReference<>("first");

  TokenTest() {
    server.send(Command.ACL, rightsOfThePage());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aNewConnectionOfJedisHasTheTokenOfItsTime() {
    try (RedisClient client = jedis(() -> new DefaultRedisCredentials("orders", token.get()))) {
      RedisStore store = SharedRedis.store(new JedisCommands(client), Listing.FAILED_AND_HELD);
      claimed(store, "order-1");

      rotate();
      StoreException stale =
          catchThrowableOfType(StoreException.class, () -> store.claim(claim("order-2", "a")));
      StoreException refused =
          catchThrowableOfType(StoreException.class, () -> store.claim(claim("order-2", "a")));
      token.set("second");

      assertThat(stale.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
      assertThat(refused.kind()).isEqualTo(StoreException.Kind.DENIED);
      claimed(store, "order-3");
      assertThat(store.listed(Samples.ORDERS)).isEmpty();
    }
  }

  @Test
  void aProviderThatFailsIsNoAnswerWhateverItsErrorTells() {
    RuntimeException untold =
        new IllegalStateException() {
          @Override
          public synchronized Throwable getCause() {
            throw new IllegalStateException();
          }
        };
    try (RedisClient client =
        jedis(
            () -> {
              throw untold;
            })) {
      assertThat(
              catchThrowableOfType(
                      StoreException.class,
                      () ->
                          SharedRedis.store(new JedisCommands(client), Listing.FAILED_AND_HELD)
                              .claim(claim("order-1", "a")))
                  .kind())
          .isEqualTo(StoreException.Kind.UNREACHABLE);
    }
  }

  private RedisClient jedis(Supplier<redis.clients.jedis.RedisCredentials> credentials) {
    return RedisClient.builder()
        .hostAndPort("127.0.0.1", server.port())
        .clientConfig(
            DefaultJedisClientConfig.builder()
                .timeoutMillis(LocalRedis.PATIENCE_MILLIS)
                .credentialsProvider(credentials)
                .build())
        .build();
  }

  @Test
  void aNewConnectionOfLettuceHasTheTokenOfItsTime() {
    RedisURI uri = RedisURI.create("127.0.0.1", server.port());
    uri.setCredentialsProvider(
        RedisCredentialsProvider.from(() -> RedisCredentials.just("orders", token.get())));
    io.lettuce.core.RedisClient client = io.lettuce.core.RedisClient.create(uri);
    try {
      claimed(store(client), "order-1");
      rotate();
      token.set("second");

      claimed(store(client), "order-2");
    } finally {
      client.shutdown();
    }
  }

  private static RedisStore store(io.lettuce.core.RedisClient client) {
    return SharedRedis.store(new LettuceCommands(client.connect()), Listing.FAILED_AND_HELD);
  }

  private static Object[] rightsOfThePage() {
    try {
      String line =
          Files.readAllLines(Path.of("../../docs/redis.md")).stream()
              .filter(it -> it.startsWith("    ACL SETUSER"))
              .findFirst()
              .orElseThrow();
      return line.strip().substring("ACL ".length()).replace(">secret", ">first").split(" ", -1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives the user another password and ends its connections, as the end of a token does. */
  private void rotate() {
    server.send(Command.ACL, "SETUSER", "orders", "resetpass", ">second");
    server.send(Command.CLIENT, "KILL", "USER", "orders");
  }
}
