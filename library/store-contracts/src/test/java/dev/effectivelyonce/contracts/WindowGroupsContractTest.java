package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;

class WindowGroupsContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return WindowStoreContractTest.window();
  }
}
