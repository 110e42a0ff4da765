package dev.effectivelyonce.benchmarks.standin;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.store.IdempotencyStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Groups of this library's writes cannot tell the stand-in from DynamoDB. */
@TestInstance(Lifecycle.PER_CLASS)
class StandInGroupsContractTest extends GroupWriterContract {
  private final StandInStores stores = new StandInStores();

  @AfterAll
  void stop() {
    stores.close();
  }

  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return stores.empty();
  }
}
