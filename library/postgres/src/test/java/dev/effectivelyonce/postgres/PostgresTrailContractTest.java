package dev.effectivelyonce.postgres;

import dev.effectivelyonce.contracts.OperatorTrailContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class PostgresTrailContractTest extends OperatorTrailContract {
  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return new PostgresStore(LocalPostgres.emptied());
  }
}
