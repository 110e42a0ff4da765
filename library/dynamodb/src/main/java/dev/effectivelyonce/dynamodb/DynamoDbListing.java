package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.core.store.StoreException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Lists the records of a {@link DynamoDbStore} by the table's index {@code listing}: partition key
 * {@code listing} (String), sort key {@code updated_at} (Number), keys only. The index contains
 * only keys. Each record is then read consistently, so that records that have changed their state
 * are left out. Needs {@code dynamodb:Query} on the index and {@code dynamodb:GetItem} on the
 * table.
 *
 * <p>Use one instance for all threads. It does not close the client.
 */
public final class DynamoDbListing implements RecordListing {
  private final DynamoDbClient client;
  private final RequestFactory requests;
  private final ErrorTranslator faults;

  /**
   * Creates the listing of a table. It does not call DynamoDB yet.
   *
   * @param table the name or ARN of the table
   */
  public DynamoDbListing(DynamoDbClient client, String table) {
    this.client = client;
    this.requests = new RequestFactory(table, Listing.OPEN);
    this.faults = new ErrorTranslator(client, table);
  }

  @Override
  public Stream<IdempotencyRecord> listed(
      ConsumerName consumer, Consumer<StoreException> unreadable) {
    return Stream.of(consumer)
        .flatMap(this::entries)
        .map(entry -> call(() -> client.getItem(requests.find(entry.id())).item()))
        .filter(item -> item.containsKey(Attributes.LISTING))
        .flatMap(item -> record(item, unreadable).stream())
        .filter(record -> Listing.OPEN.lists(record));
  }

  private static Optional<IdempotencyRecord> record(
      Map<String, AttributeValue> item, Consumer<StoreException> unreadable) {
    try {
      return Optional.of(ItemCodec.record(item));
    } catch (StoreException e) {
      unreadable.accept(e);
      return Optional.empty();
    }
  }

  private Stream<ListedEntry> entries(ConsumerName consumer) {
    return OldestFirst.merged(Shards.of(consumer).stream().map(this::entries).toList());
  }

  private Iterator<ListedEntry> entries(String shard) {
    Iterator<Map<String, AttributeValue>> items =
        call(() -> client.queryPaginator(requests.listed(shard)).items().iterator());
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return call(items::hasNext);
      }

      @Override
      public ListedEntry next() {
        return ListedEntry.of(call(items::next));
      }
    };
  }

  private <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (SdkException e) {
      throw faults.translate(e);
    }
  }
}
