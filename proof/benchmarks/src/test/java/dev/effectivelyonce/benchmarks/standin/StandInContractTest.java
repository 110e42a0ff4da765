package dev.effectivelyonce.benchmarks.standin;

import dev.effectivelyonce.contracts.IdempotencyStoreContract;
import dev.effectivelyonce.core.store.IdempotencyStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** This library's store cannot tell the stand-in from DynamoDB. */
@TestInstance(Lifecycle.PER_CLASS)
class StandInContractTest extends IdempotencyStoreContract {
  private final StandInStores stores = new StandInStores();

  @AfterAll
  void stop() {
    stores.close();
  }

  @Override
  protected IdempotencyStore emptyStore() {
    return stores.empty();
  }
}
