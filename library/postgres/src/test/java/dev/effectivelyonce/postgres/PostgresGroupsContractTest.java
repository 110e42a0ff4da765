package dev.effectivelyonce.postgres;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class PostgresGroupsContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return new PostgresStore(LocalPostgres.emptied());
  }
}
