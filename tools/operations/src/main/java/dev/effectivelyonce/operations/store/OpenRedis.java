package dev.effectivelyonce.operations.store;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.redis.JedisCommands;
import dev.effectivelyonce.redis.RedisCheck;
import dev.effectivelyonce.redis.RedisStore;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;

/** Records in Redis or Valkey, on one server or behind one endpoint. */
final class OpenRedis implements OpenStore {
  private static final int TIMEOUT_MILLIS = 10_000;

  private final RedisClient client;
  private final StoreUrl url;
  private final Listing listing;
  private Optional<RedisStore> opened = Optional.empty();

  OpenRedis(StoreUrl url, Listing listing) {
    this.url = url;
    this.listing = listing;
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder().timeoutMillis(TIMEOUT_MILLIS);
    if (url.kind() == StoreUrl.Kind.REDIS_BY_TLS) {
      config.sslOptions(SslOptions.defaults());
    }
    url.user().ifPresent(config::user);
    url.password().ifPresent(config::password);
    this.client =
        RedisClient.builder()
            .hostAndPort(url.host(), url.port())
            .clientConfig(config.build())
            .build();
  }

  private RedisStore opened() {
    RedisStore store = opened.orElseGet(this::built);
    opened = Optional.of(store);
    return store;
  }

  private RedisStore built() {
    Durability durability =
        url.durability()
            .orElseThrow(
                () ->
                    OperationException.usage(
                        "The URL of the store at " + url.host() + " has no durability",
                        "Add ?durability=SYNC or ASYNC, as the consumer's code has it"));
    try {
      return RedisStore.builder(new JedisCommands(client))
          .durability(durability)
          .listing(listing)
          .build();
    } catch (ConfigurationException e) {
      throw OperationException.unreachable(e.problem(), e.remedy(), e);
    }
  }

  @Override
  public IdempotencyStore store() {
    return opened();
  }

  @Override
  public RecordListing listing() {
    return opened();
  }

  @Override
  public List<Fault> faults() {
    return new RedisCheck(new JedisCommands(client))
        .findings().stream().map(it -> new Fault(it.problem(), it.remedy())).toList();
  }

  @Override
  public void close() {
    client.close();
  }
}
