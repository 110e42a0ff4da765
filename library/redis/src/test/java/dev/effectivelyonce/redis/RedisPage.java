package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.store.Durability;
import java.util.function.Supplier;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;

/** What docs/redis.md shows, which is compiled here. */
final class RedisPage {
  private RedisPage() {}

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
