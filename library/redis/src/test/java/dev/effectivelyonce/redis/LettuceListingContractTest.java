package dev.effectivelyonce.redis;

import dev.effectivelyonce.contracts.RecordListingContract;
import dev.effectivelyonce.core.store.Listing;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterAll;

class LettuceListingContractTest extends RecordListingContract {
  private static final RedisClient CLIENT =
      RedisClient.create("redis://127.0.0.1:" + SharedRedis.server().port());
  private static final StatefulRedisConnection<String, String> CONNECTION = CLIENT.connect();

  @AfterAll
  static void close() {
    CONNECTION.close();
    CLIENT.shutdown();
  }

  @Override
  protected Listed empty(Listing chosen) {
    SharedRedis.emptied();
    RedisStore store = SharedRedis.store(new LettuceCommands(CONNECTION), chosen);
    return new Listed(store, store);
  }
}
