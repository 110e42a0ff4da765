package dev.effectivelyonce.contracts;

import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.core.store.IdempotencyStore;

class InMemoryStoreContractTest extends IdempotencyStoreContract {
  @Override
  protected IdempotencyStore emptyStore() {
    return new InMemoryStore();
  }
}
