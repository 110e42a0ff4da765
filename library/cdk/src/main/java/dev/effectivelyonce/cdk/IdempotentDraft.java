package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/** The settings that a builder has collected about a function that keeps records. */
abstract class IdempotentDraft extends FunctionDraft {

  Optional<String> handler = Optional.empty();
  Optional<String> consumerName = Optional.empty();
  Optional<ITable> idempotencyTable = Optional.empty();
  Optional<RelationalStore> relationalStore = Optional.empty();
  Optional<RedisEndpoint> redis = Optional.empty();
  Optional<ILambdaDeploymentConfig> gradualDeployment = Optional.empty();
  Duration timeout;
  Snapshots snapshots = Snapshots.LEFT_TO_LAMBDA;
  RecordAccess recordAccess = RecordAccess.WHOLE_TABLE;
  Listing listing = Listing.DOUBTFUL;
  ConsumerMode mode = ConsumerMode.ENFORCE;

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
            .and("idempotencyTable", idempotencyTable.<Object>map(it -> it).or(this::server))
            .missing(),
        TableRules.problems(idempotencyTable),
        serverProblems(),
        nameProblems(),
        FunctionRules.timeoutProblems(timeout));
  }

  private List<String> nameProblems() {
    return consumerName
        .flatMap(name -> recordPlace().map(it -> NamedConsumer.problems(scope, name, it)))
        .orElse(List.of());
  }

  /** Returns the server that keeps the records in place of a table, if there is one. */
  private Optional<RecordServer> server() {
    return relationalStore.<RecordServer>map(it -> it).or(() -> redis);
  }

  private List<String> serverProblems() {
    List<String> problems = new ArrayList<>();
    server().ifPresent(it -> problems.addAll(it.problems(network)));
    List<String> places =
        Stream.of(
                relationalStore.map(RecordServer::setting),
                redis.map(RecordServer::setting),
                idempotencyTable.map(table -> "idempotencyTable"))
            .flatMap(Optional::stream)
            .toList();
    if (places.size() > 1) {
      problems.add(
          "%s is set and %s too: records are in one place. Leave one out."
              .formatted(places.getFirst(), String.join(", ", places.subList(1, places.size()))));
    }
    if (server().isPresent() && recordAccess == RecordAccess.OWN_RECORDS) {
      problems.add(
          "recordAccess is OWN_RECORDS, which IAM can't say of records on a server. Leave it out,"
              + " and give the consumer a user of its own.");
    }
    return problems;
  }

  /** Returns what tells the place of the records from others; empty if there is none. */
  final Optional<String> recordPlace() {
    return server().map(RecordServer::identity).or(() -> idempotencyTable.map(ITable::getTableArn));
  }

  /** Lets the function reach its server, where that was asked for. */
  final void admit(Function function) {
    server().ifPresent(it -> it.admit(function));
  }

  @Override
  final Stream<String> handlers() {
    return handler.stream();
  }

  /**
   * Returns actions on the table of records, or on the consumer's own records there; none if they
   * are on a server.
   */
  final Stream<Permission> onRecords(String... actions) {
    return idempotencyTable.stream()
        .map(table -> Permission.of(table.getTableArn(), actions))
        .map(
            whole ->
                switch (recordAccess) {
                  case WHOLE_TABLE -> whole;
                  case OWN_RECORDS -> whole.onRecordsOf(List.of(consumerName.orElseThrow()));
                });
  }

  final FunctionSettings functionSettings(Map<String, String> variables, List<Permission> rights) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(
        EnvironmentVariables.TABLE,
        idempotencyTable
            .map(ITable::getTableName)
            .or(() -> server().map(RecordServer::table))
            .orElseThrow());
    server().ifPresent(it -> all.putAll(it.variables()));
    all.put(EnvironmentVariables.CONSUMER, consumerName.orElseThrow());
    all.put(EnvironmentVariables.RETENTION, recordRetention().toString());
    all.put(EnvironmentVariables.LISTING, listing.name());
    all.put(EnvironmentVariables.MODE, mode.name());
    all.putAll(variables);
    return settings(
        handler.orElseThrow(),
        timeout,
        all,
        Stream.of(
                rights.stream(),
                idempotencyTable.stream().flatMap(Keys::toUse),
                server().stream().flatMap(it -> it.rights(scope)))
            .flatMap(it -> it)
            .toList());
  }
}
