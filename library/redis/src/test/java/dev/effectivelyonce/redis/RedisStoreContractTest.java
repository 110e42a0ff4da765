package dev.effectivelyonce.redis;

import dev.effectivelyonce.contracts.IdempotencyStoreContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class RedisStoreContractTest extends IdempotencyStoreContract {
  @Override
  protected IdempotencyStore emptyStore() {
    return SharedRedis.emptyStore();
  }
}
