package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryStore;

class InMemoryStoreContractTest extends IdempotencyStoreContract {
  @Override
  protected IdempotencyStore emptyStore() {
    return new InMemoryStore();
  }
}
