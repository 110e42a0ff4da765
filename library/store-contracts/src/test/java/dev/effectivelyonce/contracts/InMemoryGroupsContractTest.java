package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryStore;

class InMemoryGroupsContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return new InMemoryStore();
  }
}
