package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.contracts.OperatorTrailContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class DynamoDbTrailContractTest extends OperatorTrailContract {
  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return LocalDynamoDb.newStore();
  }
}
