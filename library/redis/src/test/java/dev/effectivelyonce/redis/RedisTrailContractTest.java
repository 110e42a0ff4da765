package dev.effectivelyonce.redis;

import dev.effectivelyonce.contracts.AuditLogContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class RedisTrailContractTest extends AuditLogContract {
  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return SharedRedis.emptyStore();
  }
}
