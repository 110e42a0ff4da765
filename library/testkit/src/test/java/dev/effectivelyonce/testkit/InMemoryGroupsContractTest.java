package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.store.IdempotencyStore;

class InMemoryGroupsContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return new InMemoryStore();
  }
}
