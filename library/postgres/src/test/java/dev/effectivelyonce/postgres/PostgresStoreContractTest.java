package dev.effectivelyonce.postgres;

import dev.effectivelyonce.contracts.IdempotencyStoreContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class PostgresStoreContractTest extends IdempotencyStoreContract {
  @Override
  protected IdempotencyStore emptyStore() {
    return new PostgresStore(LocalPostgres.emptied());
  }
}
