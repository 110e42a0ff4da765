package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;

class WindowTransactionsContractTest extends InMemoryTransactionsContractTest {
  @Override
  protected IdempotencyStore emptyStore() {
    return WindowStoreContractTest.window();
  }
}
