package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.testkit.InMemoryStore;

class InMemoryListingContractTest extends RecordListingContract {
  @Override
  protected Listed empty(Listing chosen) {
    InMemoryStore store = new InMemoryStore(chosen);
    return new Listed(store, store);
  }
}
