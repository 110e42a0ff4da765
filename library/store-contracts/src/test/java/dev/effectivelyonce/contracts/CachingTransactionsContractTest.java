package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;

class CachingTransactionsContractTest extends InMemoryTransactionsContractTest {
  @Override
  protected IdempotencyStore emptyStore() {
    return CachingStoreContractTest.cache();
  }
}
