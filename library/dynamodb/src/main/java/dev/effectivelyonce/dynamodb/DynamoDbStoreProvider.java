package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreProvider;
import dev.effectivelyonce.core.store.StoreSettings;

/** Makes a {@link DynamoDbStore} with the client {@link DynamoDbClients#forLambda}. */
public final class DynamoDbStoreProvider implements StoreProvider {
  @Override
  public IdempotencyStore storeOf(StoreSettings settings) {
    return DynamoDbStore.of(DynamoDbClients.forLambda(), settings);
  }
}
