package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.store.IdempotencyStore;

class InMemoryStoreContractTest extends IdempotencyStoreContract {
  @Override
  protected IdempotencyStore emptyStore() {
    return new InMemoryStore();
  }
}
