package dev.effectivelyonce.infra.consumer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.ScalingConfigProperty;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/** What a builder has collected so far, and what follows from it. */
final class ConsumerDraft {
  private static final String RESERVED_PREFIX = FunctionRules.RESERVED_PREFIX;
  static final String TABLE_VARIABLE = RESERVED_PREFIX + "TABLE";

  final Construct scope;
  final String id;
  final Map<String, String> environment = new LinkedHashMap<>();
  final List<Permission> permissions = new ArrayList<>();
  final List<IAlarmAction> alarmActions = new ArrayList<>();
  Optional<Code> code = Optional.empty();
  Optional<String> handler = Optional.empty();
  Optional<ITable> idempotencyTable = Optional.empty();
  Optional<QueueKind> kind = Optional.empty();
  Optional<ExistingQueues> existingQueues = Optional.empty();
  Optional<Duration> visibilityTimeout = Optional.empty();
  Optional<Duration> sourceRetention = Optional.empty();
  Optional<Duration> deadLetterRetention = Optional.empty();
  Optional<Integer> maxReceiveCount = Optional.empty();
  Optional<Duration> recordRetention = Optional.empty();
  Optional<Duration> oldestMessageAlarm = Optional.empty();
  Optional<ILambdaDeploymentConfig> gradualDeployment = Optional.empty();
  Optional<Duration> heartbeat = Optional.empty();
  OptionalInt maximumConcurrency = OptionalInt.empty();
  Duration timeout = Duration.ofSeconds(30);
  Duration batchingWindow = Duration.ZERO;
  int memoryMib = 1024;
  int batchSize = 10;
  RetentionDays logRetention = RetentionDays.ONE_MONTH;
  DataLifecycle lifecycle = DataLifecycle.KEEP;
  ConsumerMode mode = ConsumerMode.ENFORCE;
  RecordListing listing = RecordListing.DOUBTFUL;

  ConsumerDraft(Construct scope, String id) {
    this.scope = scope;
    this.id = id;
  }

  void check() {
    List<String> problems =
        Stream.of(
                missing(),
                FunctionRules.environmentProblems(environment),
                FunctionRules.permissionProblems(permissions),
                FunctionRules.heartbeatProblems(heartbeat),
                queueChoices().problems(),
                ConsumerRules.problems(settings()))
            .flatMap(List::stream)
            .toList();
    if (!problems.isEmpty()) {
      throw new InvalidConstructException(scope.getNode().getPath() + "/" + id, problems);
    }
  }

  ConsumerQueues queuesFor(Construct consumer) {
    return existingQueues
        .map(queues -> new ConsumerQueues(queues.source(), queues.deadLetters()))
        .orElseGet(() -> ConsumerQueues.create(consumer, settings(), lifecycle));
  }

  FunctionSettings functionSettings(ConsumerQueues queues) {
    ITable table = idempotencyTable.orElseThrow();
    List<Permission> all = new ArrayList<>();
    all.add(
        Permission.of(
            table.getTableArn(),
            "dynamodb:BatchGetItem",
            "dynamodb:GetItem",
            "dynamodb:PartiQLInsert",
            "dynamodb:PartiQLUpdate",
            "dynamodb:PutItem",
            "dynamodb:UpdateItem"));
    all.add(
        Permission.of(
            queues.source().getQueueArn(),
            "sqs:ChangeMessageVisibility",
            "sqs:DeleteMessage",
            "sqs:GetQueueAttributes",
            "sqs:GetQueueUrl",
            "sqs:ReceiveMessage"));
    all.addAll(permissions);
    return new FunctionSettings(
        code.orElseThrow(),
        handler.orElseThrow(),
        timeout,
        memoryMib,
        variables(table),
        List.copyOf(all),
        logRetention,
        lifecycle);
  }

  /** The plain resource: CDK's own construct cannot name the alias without string operations. */
  void addEventSource(Construct consumer, ConsumerQueues queues, ConsumerFunction function) {
    CfnEventSourceMapping.Builder mapping =
        CfnEventSourceMapping.Builder.create(consumer, "EventSource")
            .eventSourceArn(queues.source().getQueueArn())
            .functionName(function.live().getFunctionArn())
            .batchSize(batchSize)
            .functionResponseTypes(List.of("ReportBatchItemFailures"));
    if (settings().source().kind() == QueueKind.STANDARD) {
      mapping.maximumBatchingWindowInSeconds(batchingWindow.toSeconds());
    }
    maximumConcurrency.ifPresent(limit -> mapping.scalingConfig(scaling(limit)));
    mapping.build();
  }

  private static ScalingConfigProperty scaling(int limit) {
    return ScalingConfigProperty.builder().maximumConcurrency(limit).build();
  }

  Duration oldestMessageAlarm() {
    ConsumerSettings settings = settings();
    return oldestMessageAlarm.orElseGet(
        () ->
            settings
                .source()
                .visibilityTimeout()
                .multipliedBy(settings.deadLetters().maxReceiveCount()));
  }

  Duration recordRetention() {
    return settings().recordRetention();
  }

  private ConsumerSettings settings() {
    QueueChoices choices = queueChoices();
    SourceQueueSettings source =
        choices.source(ConsumerRules.visibilityFor(timeout, batchingWindow));
    DeadLetterSettings deadLetters = choices.deadLetters();
    return new ConsumerSettings(
        timeout,
        source,
        deadLetters,
        new PollingSettings(batchSize, batchingWindow, maximumConcurrency),
        recordRetention.orElseGet(
            () -> ConsumerRules.recordRetentionFor(source.retention(), deadLetters.retention())));
  }

  private QueueChoices queueChoices() {
    return new QueueChoices(
        kind,
        visibilityTimeout,
        sourceRetention,
        deadLetterRetention,
        maxReceiveCount,
        existingQueues);
  }

  private Map<String, String> variables(ITable table) {
    ConsumerSettings settings = settings();
    Map<String, String> variables = new LinkedHashMap<>(environment);
    variables.put(TABLE_VARIABLE, table.getTableName());
    variables.put(RESERVED_PREFIX + "RETENTION", settings.recordRetention().toString());
    variables.put(
        RESERVED_PREFIX + "MAX_RECEIVE_COUNT",
        Integer.toString(settings.deadLetters().maxReceiveCount()));
    variables.put(RESERVED_PREFIX + "MODE", mode.name());
    variables.put(RESERVED_PREFIX + "LISTING", listing.name());
    heartbeat.ifPresent(it -> variables.put(RESERVED_PREFIX + "HEARTBEAT", it.toString()));
    return variables;
  }

  private List<String> missing() {
    return Required.none()
        .and("code", code)
        .and("handler", handler)
        .and("idempotencyTable", idempotencyTable)
        .missing();
  }
}
