package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.store.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;

/** What docs/redis.md shows is this code, which is compiled. */
class RedisPageTest {
  private static final Path PAGE = Path.of("../../docs/redis.md");
  private static final Path FOLDER = Path.of("src/test/java/dev/effectivelyonce/redis");

  @Test
  void itsCodeIsThatOfThisBuild() throws IOException {
    String source =
        withoutSpaces(
            Files.readString(FOLDER.resolve("RedisPageTest.java"))
                + Files.readString(FOLDER.resolve("ConfirmationsHandler.java")));
    List<String> blocks =
        Pattern.compile("```java\n(?!import )(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE))
            .results()
            .flatMap(block -> Stream.of(block.group(1).split("…")))
            .map(RedisPageTest::withoutSpaces)
            .toList();

    assertThat(blocks).hasSize(3).allSatisfy(block -> assertThat(source).contains(block));
  }

  private static String withoutSpaces(String text) {
    return text.replaceAll("\\s", "");
  }

  static RedisStore store(Supplier<String> tokens) {
    RedisClient client =
        RedisClient.builder()
            .hostAndPort(System.getenv("REDIS_HOST"), 6379)
            .clientConfig(
                DefaultJedisClientConfig.builder()
                    .sslOptions(SslOptions.defaults())
                    .connectionTimeoutMillis(1000)
                    .socketTimeoutMillis(1000)
                    .credentialsProvider(() -> new DefaultRedisCredentials("orders", tokens.get()))
                    .build())
            .build();
    RedisStore store =
        RedisStore.builder(new JedisCommands(client)).durability(Durability.SYNC).build();
    return store;
  }
}
