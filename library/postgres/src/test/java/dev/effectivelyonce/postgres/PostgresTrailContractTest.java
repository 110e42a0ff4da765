package dev.effectivelyonce.postgres;

import dev.effectivelyonce.contracts.AuditLogContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class PostgresTrailContractTest extends AuditLogContract {
  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return new PostgresStore(LocalPostgres.emptied());
  }
}
