package dev.effectivelyonce.contracts;

import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.core.store.IdempotencyStore;

class InMemoryGroupsContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return new InMemoryStore();
  }
}
