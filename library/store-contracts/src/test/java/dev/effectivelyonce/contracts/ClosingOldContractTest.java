package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryStore;

/** A store that claims in the next store keeps the store's contract. */
class ClosingOldContractTest extends IdempotencyStoreContract {
  @Override
  protected IdempotencyStore emptyStore() {
    return MigratingStore.closingOld(new InMemoryStore(), new InMemoryStore());
  }
}
