package dev.effectivelyonce.operations.deployed;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.dynamodb.DynamoDbListing;
import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Reads what a table is, and what its records tell. */
public record TableLookups(Clients clients) {
  /** The most records that are looked at, so that a large table costs little. */
  private static final int MOST_LISTED = 1_000;

  /** The table; empty if there is none. */
  public LookupResult<Optional<TableFacts>> table(String name) {
    return ask(
        () -> {
          try {
            return Optional.of(
                TableFacts.of(
                    clients.dynamoDb().describeTable(request -> request.tableName(name)).table()));
          } catch (ResourceNotFoundException e) {
            return Optional.empty();
          }
        });
  }

  /** The attribute that expires its records; empty if none does. */
  public LookupResult<Optional<String>> timeToLive(String table) {
    return ask(
        () ->
            Optional.of(
                    clients
                        .dynamoDb()
                        .describeTimeToLive(request -> request.tableName(table))
                        .timeToLiveDescription())
                .filter(
                    it ->
                        it.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                            || it.timeToLiveStatus() == TimeToLiveStatus.ENABLING)
                .map(it -> it.attributeName()));
  }

  /** The functions that claimed some of a consumer's records, as far as the records tell. */
  public LookupResult<SortedSet<String>> claimants(String table, String consumer) {
    return ask(
        () ->
            clients
                .dynamoDb()
                .scan(
                    request ->
                        request
                            .tableName(table)
                            .limit(MOST_LISTED)
                            .filterExpression("begins_with(id, :consumer)")
                            .expressionAttributeValues(
                                Map.of(":consumer", AttributeValue.fromS(consumer + "#")))
                            .expressionAttributeNames(Map.of("#function", "function"))
                            .projectionExpression("#function"))
                .items()
                .stream()
                .flatMap(item -> item.values().stream())
                .map(AttributeValue::s)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** Returns whether it has point-in-time recovery. */
  public LookupResult<Boolean> recovery(String table) {
    return ask(
        () ->
            clients
                    .dynamoDb()
                    .describeContinuousBackups(request -> request.tableName(table))
                    .continuousBackupsDescription()
                    .pointInTimeRecoveryDescription()
                    .pointInTimeRecoveryStatus()
                == PointInTimeRecoveryStatus.ENABLED);
  }

  /**
   * Returns how many half-done records of a consumer nobody has gone on with since that time. It
   * counts as far as the oldest thousand that are listed tell.
   */
  public LookupResult<Long> halfDone(ConsumerEntry consumer, Instant since) {
    return ask(
        () -> {
          try {
            return new DynamoDbListing(clients.dynamoDb(), consumer.table())
                .listed(new ConsumerName(consumer.name()))
                .limit(MOST_LISTED)
                .takeWhile(record -> record.stamp().at().isBefore(since))
                .filter(IdempotencyRecord::isOpen)
                .count();
          } catch (StoreException e) {
            throw e.getCause() instanceof SdkException refused ? refused : e;
          }
        });
  }

  /**
   * The first page of a table, of 1 MB at most.
   *
   * @param items how many items it has
   * @param isLast whether there is no other page
   */
  public record Page(long items, boolean isLast) {}

  /** Counts the items of a table as far as one page goes. */
  public LookupResult<Page> firstPage(String table) {
    return ask(
        () -> {
          ScanResponse page =
              clients.dynamoDb().scan(request -> request.tableName(table).select(Select.COUNT));
          return new Page(page.count(), page.lastEvaluatedKey().isEmpty());
        });
  }

  private <T> LookupResult<T> ask(Supplier<T> call) {
    return LookupResult.ask(clients, Service.DYNAMODB, call);
  }
}
