package dev.effectivelyonce.redis;

import dev.effectivelyonce.contracts.RecordListingContract;
import dev.effectivelyonce.core.store.Listing;

class RedisListingContractTest extends RecordListingContract {
  @Override
  protected Listed empty(Listing chosen) {
    RedisStore store = SharedRedis.store(SharedRedis.emptied().commands(), chosen);
    return new Listed(store, store);
  }
}
