package dev.effectivelyonce.postgres;

import dev.effectivelyonce.contracts.RecordListingContract;
import dev.effectivelyonce.core.store.Listing;

class PostgresListingContractTest extends RecordListingContract {
  @Override
  protected Listed empty(Listing chosen) {
    PostgresStore store = new PostgresStore(LocalPostgres.emptied(), chosen);
    return new Listed(store, store);
  }
}
