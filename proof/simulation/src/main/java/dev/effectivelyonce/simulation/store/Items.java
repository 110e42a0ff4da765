package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/**
 * Records as the items of DynamoDB, as the real store writes and reads them: through a client that
 * holds one item.
 */
final class Items implements DynamoDbClient, SimulatedClient {
  static final String ID = "id";
  static final String OWNER = "owner";
  static final String STATUS = "status";
  static final String EXPIRATION = "expiration";

  /** The key of an index, which is no part of a record. */
  static final String LISTING = "listing";

  private Map<String, AttributeValue> item;

  private Items(Map<String, AttributeValue> item) {
    this.item = item;
  }

  static Map<String, AttributeValue> of(IdempotencyRecord record) {
    Items one = new Items(Map.of());
    WriteResult ignored = one.store().copy(record, record);
    return one.item;
  }

  static IdempotencyRecord record(Map<String, AttributeValue> item) {
    return new Items(item).store().find(id(item)).orElseThrow();
  }

  private DynamoDbStore store() {
    return new DynamoDbStore(this, RecordsClient.TABLE);
  }

  static RecordId id(Map<String, AttributeValue> attributes) {
    return new RecordId(text(attributes, ID));
  }

  static String text(Map<String, AttributeValue> attributes, String name) {
    return Objects.requireNonNull(attributes.get(name)).s();
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    item = request.item();
    return PutItemResponse.builder().build();
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return GetItemResponse.builder().item(item).build();
  }
}
