package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.contracts.RecordListingContract;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.StoreSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@TestInstance(Lifecycle.PER_CLASS)
class DynamoDbListingTest extends RecordListingContract {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final ConsumerName PAYMENTS = new ConsumerName("payments");

  private DynamoDbClient client;

  private record Told(String tableName, Listing listing) implements StoreSettings {}

  @BeforeAll
  void connect() {
    client = DYNAMO_DB.client();
  }

  @AfterAll
  void disconnect() {
    client.close();
  }

  @Override
  protected Listed empty(Listing chosen) {
    String table = DYNAMO_DB.newTable(client);
    DynamoDbStore store = DynamoDbStore.of(client, new Told(table, chosen));
    return new Listed(store, new DynamoDbListing(client, table));
  }

  @Test
  void anEntryThatAVersionWithoutListingLeftBehindIsPassedOver() {
    String table = DYNAMO_DB.newTable(client);
    DynamoDbStore store = new DynamoDbStore(client, table);
    IdempotencyRecord failed =
        written(store.fail(written(store.claim(Records.claim("a"))), WHY, stampAt(LATER)));
    assertThat(new DynamoDbListing(client, table).listed(PAYMENTS)).containsExactly(failed);

    Map<String, AttributeValue> item =
        new HashMap<>(
            client.getItem(new RequestFactory(table, Listing.DOUBTFUL).find(failed.id())).item());
    item.put(Attributes.STATUS, Values.string("COMPLETED"));
    client.putItem(request -> request.tableName(table).item(item));

    assertThat(new DynamoDbListing(client, table).listed(PAYMENTS)).isEmpty();
  }

  @Test
  void whatThisReleaseCanNotReadIsToldAndPassedOverWhereTheCallerAsksForThat() {
    String table = DYNAMO_DB.newTable(client);
    DynamoDbStore store = new DynamoDbStore(client, table);
    IdempotencyRecord failed =
        written(store.fail(written(store.claim(Records.claim("a"))), WHY, stampAt(LATER)));
    IdempotencyRecord later =
        written(store.fail(written(store.claim(Records.claim("b", "p-2"))), WHY, stampAt(LATER)));
    client.updateItem(
        update ->
            update
                .tableName(table)
                .key(Map.of(Attributes.ID, Values.string(failed.id().value())))
                .updateExpression("SET #status = :status")
                .expressionAttributeNames(Map.of("#status", Attributes.STATUS))
                .expressionAttributeValues(Map.of(":status", Values.string("PAUSED"))));
    DynamoDbListing listing = new DynamoDbListing(client, table);
    List<StoreException> told = new ArrayList<>();

    assertThat(listing.listed(PAYMENTS, told::add)).containsExactly(later);

    assertThat(told).map(StoreException::kind).containsExactly(StoreException.Kind.UNREADABLE);
    assertThat(fault(() -> listing.listed(PAYMENTS).forEach(record -> {})).problem())
        .contains(failed.id().value());
  }

  @Test
  void aTableWithoutTheIndexIsToldAsSuch() {
    String table = DYNAMO_DB.newTable(client, Attributes.ID, ScalarAttributeType.S);

    StoreException fault =
        fault(() -> new DynamoDbListing(client, table).listed(PAYMENTS).forEach(record -> {}));

    assertThat(fault.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED);
    assertThat(fault.problem()).isEqualTo("The table \"" + table + "\" has no index \"listing\"");
  }

  @Test
  void keysSpreadOverAllShardsAndEveryShardIsAskedFor() {
    Map<String, Long> keys =
        IntStream.range(0, 1600)
            .mapToObj(number -> RecordId.of(PAYMENTS, BusinessKey.of("payment-" + number)))
            .collect(Collectors.groupingBy(Shards::of, Collectors.counting()));

    assertThat(keys.keySet()).hasSize(16).containsExactlyInAnyOrderElementsOf(Shards.of(PAYMENTS));
    assertThat(keys.values()).allSatisfy(count -> assertThat(count).isBetween(60L, 140L));
  }
}
