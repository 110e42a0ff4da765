package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.migration.MigratingStore;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.InMemoryStore;

/** A store that claims in both stores keeps the store's contract. */
class ClaimingInBothContractTest extends IdempotencyStoreContract {
  @Override
  protected IdempotencyStore emptyStore() {
    return MigratingStore.claimingInBoth(new InMemoryStore(), new InMemoryStore());
  }
}
