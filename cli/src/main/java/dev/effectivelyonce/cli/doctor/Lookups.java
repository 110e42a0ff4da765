package dev.effectivelyonce.cli.doctor;

import dev.effectivelyonce.cli.aws.Clients;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Reads what is deployed. */
final class Lookups {
  private final Clients clients;

  Lookups(Clients clients) {
    this.clients = clients;
  }

  Known<List<MappingFacts>> mappings(String queueArn) {
    return Known.lookUp(
        () ->
            clients
                .lambda()
                .listEventSourceMappingsPaginator(request -> request.eventSourceArn(queueArn))
                .eventSourceMappings()
                .stream()
                .map(MappingFacts::of)
                .toList());
  }

  Known<FunctionFacts> function(String arn) {
    return Known.lookUp(
        () ->
            FunctionFacts.of(
                clients.lambda().getFunctionConfiguration(request -> request.functionName(arn))));
  }

  /** The table; empty if there is none. */
  Known<Optional<TableFacts>> table(String name) {
    return Known.lookUp(
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
  Known<Optional<String>> timeToLive(String table) {
    return Known.lookUp(
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

  Known<Boolean> recovery(String table) {
    return Known.lookUp(
        () ->
            clients
                    .dynamoDb()
                    .describeContinuousBackups(request -> request.tableName(table))
                    .continuousBackupsDescription()
                    .pointInTimeRecoveryDescription()
                    .pointInTimeRecoveryStatus()
                == PointInTimeRecoveryStatus.ENABLED);
  }
}
