package dev.effectivelyonce.redis;

import dev.effectivelyonce.contracts.OperatorTrailContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class RedisTrailContractTest extends OperatorTrailContract {
  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return SharedRedis.emptyStore();
  }
}
