package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.contracts.IdempotencyStoreContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class DynamoDbStoreContractTest extends IdempotencyStoreContract {
  @Override
  protected IdempotencyStore emptyStore() {
    return LocalDynamoDb.newStore();
  }
}
