package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.contracts.GroupWriterContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class DynamoDbGroupsContractTest extends GroupWriterContract {
  @Override
  protected IdempotencyStore emptyStoreWithGroups() {
    return LocalDynamoDb.newStore();
  }
}
