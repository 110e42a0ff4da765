package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.dynamodb.DynamoDbListing;
import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.QueueLookup;
import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.aws.Service;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.doctor.LookupResult.NotAsked;
import dev.effectivelyonce.operations.problem.OperationException;
import java.time.Instant;
import java.util.List;
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
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Reads what is deployed. */
final class Lookups {
  /** The most records that are looked at, so that a large table costs little. */
  private static final int MOST_LISTED = 1_000;

  private final Clients clients;

  Lookups(Clients clients) {
    this.clients = clients;
  }

  /**
   * The queue.
   *
   * @throws OperationException if there is none
   */
  LookupResult<QueueSettings> queue(String nameOrUrl) {
    return ask(Service.SQS, () -> new QueueLookup(clients.sqs()).settings(nameOrUrl));
  }

  LookupResult<List<MappingFacts>> mappings(String queueArn) {
    return ask(
        Service.LAMBDA,
        () ->
            clients
                .lambda()
                .listEventSourceMappingsPaginator(request -> request.eventSourceArn(queueArn))
                .eventSourceMappings()
                .stream()
                .map(MappingFacts::of)
                .toList());
  }

  LookupResult<FunctionFacts> function(String arn) {
    return ask(
        Service.LAMBDA,
        () ->
            FunctionFacts.of(
                clients.lambda().getFunctionConfiguration(request -> request.functionName(arn))));
  }

  /** The table; empty if there is none. */
  LookupResult<Optional<TableFacts>> table(String name) {
    return ask(
        Service.DYNAMODB,
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
  LookupResult<Optional<String>> timeToLive(String table) {
    return ask(
        Service.DYNAMODB,
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
  LookupResult<SortedSet<String>> claimants(String table, String consumer) {
    return ask(
        Service.DYNAMODB,
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
                            .projectionExpression("claimed_by"))
                .items()
                .stream()
                .flatMap(item -> item.values().stream())
                .map(AttributeValue::s)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  LookupResult<Boolean> recovery(String table) {
    return ask(
        Service.DYNAMODB,
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
  LookupResult<Long> halfDone(ConsumerEntry consumer, Instant since) {
    return ask(
        Service.DYNAMODB,
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
   * Asks a service. If some services on this machine stand in for those of AWS, AWS itself is not
   * asked.
   */
  private <T> LookupResult<T> ask(Service service, Supplier<T> call) {
    return clients.isLeftOut(service) ? new NotAsked<>(service) : LookupResult.lookUp(call);
  }
}
