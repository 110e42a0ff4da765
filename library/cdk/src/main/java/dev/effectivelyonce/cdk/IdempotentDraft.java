package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.Construct;

/** The settings that a builder has collected about a function that keeps records. */
abstract class IdempotentDraft extends FunctionDraft {

  Optional<String> handler = Optional.empty();
  Optional<String> consumerName = Optional.empty();
  Optional<ITable> idempotencyTable = Optional.empty();
  Optional<ILambdaDeploymentConfig> gradualDeployment = Optional.empty();
  Duration timeout;
  Snapshots snapshots = Snapshots.LEFT_TO_LAMBDA;
  RecordAccess recordAccess = RecordAccess.WHOLE_TABLE;
  Listing listing = Listing.DOUBTFUL;

  IdempotentDraft(Construct scope, String id, Duration timeout) {
    super(scope, id);
    this.timeout = timeout;
  }

  abstract Duration recordRetention();

  @Override
  Stream<List<String>> problems() {
    return Stream.of(
        MissingSettings.none()
            .and("code", code)
            .and("handler", handler)
            .and("consumerName", consumerName)
            .and("idempotencyTable", idempotencyTable)
            .missing(),
        TableRules.problems(idempotencyTable),
        nameProblems(),
        FunctionRules.timeoutProblems(timeout));
  }

  private List<String> nameProblems() {
    return consumerName
        .flatMap(name -> idempotencyTable.map(it -> NamedConsumer.problems(scope, name, it)))
        .orElse(List.of());
  }

  @Override
  final Stream<String> handlers() {
    return handler.stream();
  }

  /** Returns actions on the table of records, or on the consumer's own records there. */
  final Permission onRecords(String... actions) {
    Permission whole = Permission.of(idempotencyTable.orElseThrow().getTableArn(), actions);
    return switch (recordAccess) {
      case WHOLE_TABLE -> whole;
      case OWN_RECORDS -> whole.onRecordsOf(List.of(consumerName.orElseThrow()));
    };
  }

  final FunctionSettings functionSettings(Map<String, String> variables, List<Permission> rights) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(EnvironmentVariables.TABLE, idempotencyTable.orElseThrow().getTableName());
    all.put(EnvironmentVariables.CONSUMER, consumerName.orElseThrow());
    all.put(EnvironmentVariables.RETENTION, recordRetention().toString());
    all.put(EnvironmentVariables.LISTING, listing.name());
    all.putAll(variables);
    return settings(
        handler.orElseThrow(),
        timeout,
        all,
        Stream.concat(rights.stream(), Keys.toUse(idempotencyTable.orElseThrow())).toList());
  }
}
