package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;

class CachingGroupsContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return CachingStoreContractTest.cache();
  }
}
