package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * The settings of a function that keeps records.
 *
 * @param <B> the builder that its methods return
 */
public abstract non-sealed class IdempotentFunctionBuilder<B extends IdempotentFunctionBuilder<B>>
    extends FunctionBuilder<B> implements RecordSettings<B> {
  static final Duration FAILURES_KEPT = Duration.ofDays(14);
  private static final int MAX_MESSAGE_BYTES = 1024 * 1024;

  final RecordChoices records = new RecordChoices();
  Duration timeout;
  Snapshots snapshots = Snapshots.LEFT_TO_LAMBDA;
  private Optional<RelationalStore> relationalStore = Optional.empty();
  private Optional<RedisEndpoint> redis = Optional.empty();
  private Optional<ILambdaDeploymentConfig> gradualDeployment = Optional.empty();

  IdempotentFunctionBuilder(Construct scope, String id, Duration timeout) {
    super(scope, id);
    this.timeout = timeout;
  }

  /** Sets the function's handler, as {@code package.Class::handleRequest}. Required. */
  public B handler(String handler) {
    this.handler = Optional.of(handler);
    return self();
  }

  /**
   * Keeps the records in PostgreSQL instead of the {@link #idempotencyTable}. The function gets the
   * address and one login, but no permissions for DynamoDB. Default: a DynamoDB table.
   */
  public B relationalStore(RelationalStore store) {
    this.relationalStore = Optional.of(store);
    return self();
  }

  /**
   * Keeps the records in Redis or Valkey instead of the {@link #idempotencyTable}. The function
   * gets the address and one login, but no permissions for DynamoDB. Default: a DynamoDB table.
   */
  public B redis(RedisEndpoint server) {
    this.redis = Optional.of(server);
    return self();
  }

  /**
   * Sets how long one invocation may take, in whole seconds, 900 at most. Default: 30 s, or 10 s
   * for an API. If an attempt dies, its repetition waits this long.
   */
  public B timeout(Duration timeout) {
    this.timeout = timeout;
    return self();
  }

  /**
   * Sets what happens to the snapshot of a version that is not called for 14 days. Default: {@link
   * Snapshots#LEFT_TO_LAMBDA}.
   */
  public B snapshots(Snapshots snapshots) {
    this.snapshots = snapshots;
    return self();
  }

  /**
   * Makes CodeDeploy move the alias {@code live} to each new version in these steps, and back to
   * the old version if an alarm rings that a new version can cause. These are the alarms for errors
   * and for held, superseded, unrecorded or store-failed messages, and for an API also those for
   * server errors. Without a {@code MetricsObserver} only the alarms on AWS's own metrics ring.
   * Default: the alias moves at once.
   */
  public B gradualDeployment(ILambdaDeploymentConfig steps) {
    this.gradualDeployment = Optional.of(steps);
    return self();
  }

  abstract Duration recordRetention();

  @Override
  Stream<List<String>> problems() {
    return Stream.of(
        new Problems()
            .missing("code", code)
            .missing("handler", handler)
            .missing("consumerName", records.consumerName)
            .missing("idempotencyTable", records.table.<Object>map(it -> it).or(this::server))
            .all(),
        TableRules.problems(scope, records.table),
        serverProblems(),
        records.nameProblems(scope, storeLocation()),
        FunctionRules.timeoutProblems(timeout));
  }

  /** Returns the server that keeps the records in place of a table, if there is one. */
  private Optional<RecordServer> server() {
    return relationalStore.<RecordServer>map(it -> it).or(() -> redis);
  }

  private List<String> serverProblems() {
    List<String> places =
        Stream.of(
                relationalStore.map(it -> it.setting),
                redis.map(it -> it.setting),
                records.table.map(table -> "idempotencyTable"))
            .flatMap(Optional::stream)
            .toList();
    return new Problems()
        .and(server().map(it -> it.problems(network)).orElse(List.of()))
        .when(
            places.size() > 1,
            "%s is set and %s too: records are in one place. Leave one out.",
            places.stream().findFirst().orElse(""),
            places.stream().skip(1).collect(Collectors.joining(", ")))
        .when(
            server().isPresent() && records.access == RecordAccess.OWN_RECORDS,
            "recordAccess is OWN_RECORDS, which IAM can't say of records on a server. Leave it out,"
                + " and give the consumer a user of its own.")
        .all();
  }

  /** Returns what tells the place of the records from others; empty if there is none. */
  final Optional<String> storeLocation() {
    return server().map(RecordServer::identity).or(() -> records.table.map(ITable::getTableArn));
  }

  /**
   * Adds the function and its alias, and lets it reach its server where that was asked for.
   *
   * @param variables beside those that every function with records has
   * @param rights beside those to its server, or to its table's key
   */
  final ConsumerFunction addFunction(
      Construct owner, Map<String, String> variables, Stream<Permission> rights) {
    ConsumerFunction made = ConsumerFunction.create(owner, functionSettings(variables, rights));
    // Publishing starts the function for its snapshot, and that may call the server.
    server().stream()
        .flatMap(it -> it.admit(made.function()).stream())
        .forEach(it -> made.function().getCurrentVersion().getNode().addDependency(it));
    return made;
  }

  /**
   * Adds a queue of what failed for good: it takes whole events, and nothing reads it by itself.
   *
   * @param reason that it has no dead-letter queue
   */
  final Queue queueOfFailures(Construct owner, String id, String reason) {
    Queue queue =
        Keys.encrypt(Queue.Builder.create(owner, id).enforceSsl(true), encryptionKey)
            .retentionPeriod(Durations.toCdk(FAILURES_KEPT))
            .maxMessageSizeBytes(MAX_MESSAGE_BYTES)
            .build();
    new RuleException("AwsSolutions-SQS3", reason).addTo(queue);
    return lifecycle.applyTo(queue);
  }

  /** Adds what the construct has as soon as something calls its function. */
  final <K extends Enum<K>> Running<K> complete(
      Construct owner,
      ConsumerFunction called,
      Class<K> kinds,
      Function<RecordAlarms, Map<K, OwnAlarm>> own) {
    RecordAlarms family = RecordAlarms.of(called.function());
    Map<K, Alarm> alarms = family.under(owner, alarmNotice(), kinds, own.apply(family));
    gradualDeployment.ifPresent(
        steps ->
            GradualDeployment.add(owner, called.alias(), steps, RecordAlarms.rollingBack(alarms)));
    if (snapshots == Snapshots.KEPT) {
      SnapshotSchedule.add(owner, called.alias(), snapshotEvent());
    }
    tag(owner);
    return new Running<>(called, family.metrics(), alarms);
  }

  /** Returns an event that the handler takes, and that is nothing to do. */
  Map<String, Object> snapshotEvent() {
    return SnapshotSchedule.EMPTY_BATCH;
  }

  private FunctionSettings functionSettings(
      Map<String, String> variables, Stream<Permission> rights) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(
        EnvironmentVariables.TABLE,
        records
            .table
            .map(ITable::getTableName)
            .or(() -> server().map(it -> it.table))
            .orElseThrow());
    server().ifPresent(it -> all.putAll(it.variables()));
    all.putAll(records.variables(recordRetention()));
    all.putAll(variables);
    return settings(
        handler.orElseThrow(),
        timeout,
        all,
        Stream.of(
                rights,
                records.table.stream().flatMap(Keys::toUse),
                server().stream().flatMap(it -> it.rights(scope)))
            .flatMap(it -> it)
            .toList());
  }
}
