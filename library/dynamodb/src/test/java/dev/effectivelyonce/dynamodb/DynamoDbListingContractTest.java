package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.contracts.RecordListingContract;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreSettings;

class DynamoDbListingContractTest extends RecordListingContract {
  private record Told(String tableName, Listing listing) implements StoreSettings {}

  @Override
  protected Listed empty(Listing chosen) {
    String empty = LocalDynamoDb.newTable();
    return new Listed(
        DynamoDbStore.of(LocalDynamoDb.client(), new Told(empty, chosen)),
        new DynamoDbListing(LocalDynamoDb.client(), empty));
  }
}
