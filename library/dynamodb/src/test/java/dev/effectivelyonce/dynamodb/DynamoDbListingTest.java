package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.failed;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Entries of the index that are no records, or none that this release can read. */
class DynamoDbListingTest {
  private static final ConsumerName PAYMENTS = new ConsumerName("payments");

  private final DynamoDbClient client = LocalDynamoDb.client();
  private final String table = LocalDynamoDb.newTable();
  private final DynamoDbStore store = new DynamoDbStore(client, table);
  private final DynamoDbListing listing = new DynamoDbListing(client, table);

  @Test
  void anEntryThatAVersionWithoutListingLeftBehindIsPassedOver() {
    IdempotencyRecord failed = failed(store);
    assertThat(listing.listed(PAYMENTS)).containsExactly(failed);

    setStatus(failed, "COMPLETED");

    assertThat(listing.listed(PAYMENTS)).isEmpty();
  }

  @Test
  void whatThisReleaseCanNotReadIsToldAndPassedOverWhereTheCallerAsksForThat() {
    IdempotencyRecord failed = failed(store);
    IdempotencyRecord later = failed(store, "p-2");
    setStatus(failed, "PAUSED");

    List<StoreException> told = new ArrayList<>();
    assertThat(listing.listed(PAYMENTS, told::add)).containsExactly(later);
    assertThat(told).map(StoreException::kind).containsExactly(StoreException.Kind.UNREADABLE);
    assertThat(fault(() -> listing.listed(PAYMENTS).forEach(record -> {})).problem())
        .contains(failed.id().value());
  }

  private void setStatus(IdempotencyRecord record, String status) {
    client.updateItem(
        update ->
            update
                .tableName(table)
                .key(Map.of(Attributes.ID, Values.string(record.id().value())))
                .updateExpression("SET #status = :status")
                .expressionAttributeNames(Map.of("#status", Attributes.STATUS))
                .expressionAttributeValues(Map.of(":status", Values.string(status))));
  }

  @Test
  void aTableWithoutTheIndexIsToldAsSuch() {
    String plain = LocalDynamoDb.newTable(Attributes.ID);
    StoreException fault =
        fault(() -> new DynamoDbListing(client, plain).listed(PAYMENTS).forEach(record -> {}));

    assertThat(fault.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED);
    assertThat(fault.problem()).isEqualTo("The table \"" + plain + "\" has no index \"listing\"");
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
