package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.cache.CacheBounds;
import dev.effectivelyonce.core.cache.CachingStore;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;

/** A cache in front of a store keeps the store's contract, without groups and with them. */
class CachingStoreContractTest extends IdempotencyStoreContract {
  static IdempotencyStore cache() {
    return CachingStore.around(new InMemoryStore(), CacheBounds.standard(), new ManualClock());
  }

  @Override
  protected IdempotencyStore emptyStore() {
    return cache();
  }
}
