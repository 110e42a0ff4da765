package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.window.WindowBounds;
import dev.effectivelyonce.core.window.WindowStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;

/** A window in front of a store keeps the store's contract, without groups and with them. */
class WindowStoreContractTest extends IdempotencyStoreContract {
  static IdempotencyStore window() {
    return WindowStore.around(new InMemoryStore(), WindowBounds.standard(), new ManualClock());
  }

  @Override
  protected IdempotencyStore emptyStore() {
    return window();
  }
}
