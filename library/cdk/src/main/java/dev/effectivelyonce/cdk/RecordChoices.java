package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.Construct;

/** The user's settings of the records that a function or a service keeps. */
final class RecordChoices {
  /** The actions on records of a handler that has one event at a time. */
  static final List<String> ONE_BY_ONE =
      List.of("dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem");

  /** The actions on records of a handler of batches: its lanes write together. */
  static final List<String> IN_BATCHES =
      List.of(
          "dynamodb:BatchGetItem",
          "dynamodb:GetItem",
          "dynamodb:PartiQLInsert",
          "dynamodb:PartiQLUpdate",
          "dynamodb:PutItem",
          "dynamodb:UpdateItem");

  Optional<String> consumerName = Optional.empty();
  Optional<ITable> table = Optional.empty();
  RecordAccess access = RecordAccess.WHOLE_TABLE;
  ConsumerMode mode = ConsumerMode.ENFORCE;
  Listing listing = Listing.FAILED_AND_HELD;

  /** Returns what is wrong with the name in this place; nothing if one of them is missing. */
  List<String> nameProblems(Construct scope, Optional<String> storeLocation) {
    return consumerName
        .flatMap(name -> storeLocation.map(it -> RecordedConstruct.nameProblems(scope, name, it)))
        .orElse(List.of());
  }

  /**
   * Returns actions on the table of records, or on the consumer's own records there; none if they
   * are on a server.
   */
  Stream<Permission> rights(List<String> actions) {
    return table.stream()
        .map(it -> Permission.of(it.getTableArn(), actions.toArray(String[]::new)))
        .map(
            whole ->
                switch (access) {
                  case WHOLE_TABLE -> whole;
                  case OWN_RECORDS -> whole.onRecordsOf(List.of(consumerName.orElseThrow()));
                });
  }

  /** Returns the variables, beside that with the name of the table. */
  Map<String, String> variables(Duration retention) {
    return Map.of(
        EnvironmentVariables.CONSUMER, consumerName.orElseThrow(),
        EnvironmentVariables.RETENTION, retention.toString(),
        EnvironmentVariables.LISTING, listing.name(),
        EnvironmentVariables.MODE, mode.name());
  }
}
