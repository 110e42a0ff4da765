package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.contracts.AuditLogContract;
import dev.effectivelyonce.core.store.IdempotencyStore;

class DynamoDbTrailContractTest extends AuditLogContract {
  @Override
  protected IdempotencyStore emptyStoreWithTrails() {
    return LocalDynamoDb.newStore();
  }
}
