package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryStore;

class InMemoryTrailContractTest extends AuditLogContract {
  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return new InMemoryStore();
  }
}
