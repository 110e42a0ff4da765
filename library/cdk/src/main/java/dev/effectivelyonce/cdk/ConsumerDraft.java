package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.ProvisionedPollerConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.ScalingConfigProperty;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/** The settings that a builder has collected, and those derived from them. */
final class ConsumerDraft extends IdempotentDraft {

  Optional<QueueKind> kind = Optional.empty();
  Optional<ExistingQueues> existingQueues = Optional.empty();
  Optional<Duration> visibilityTimeout = Optional.empty();
  Optional<Duration> sourceRetention = Optional.empty();
  Optional<Duration> deadLetterRetention = Optional.empty();
  Optional<Integer> maxReceiveCount = Optional.empty();
  Optional<Duration> recordRetention = Optional.empty();
  Optional<Duration> oldestMessageAlarm = Optional.empty();
  Optional<Duration> heartbeat = Optional.empty();
  Optional<IBucket> payloadBucket = Optional.empty();
  Optional<FifoThroughput> fifoThroughput = Optional.empty();
  Optional<Pollers> pollers = Optional.empty();
  OptionalInt maximumConcurrency = OptionalInt.empty();
  Duration batchingWindow = Duration.ZERO;
  int batchSize = 10;
  RetrySettings retries = RetrySettings.standard();

  ConsumerDraft(Construct scope, String id) {
    super(scope, id, Duration.ofSeconds(30));
  }

  @Override
  Stream<List<String>> problems() {
    return Stream.concat(
        super.problems(),
        Stream.of(
            FunctionRules.heartbeatProblems(heartbeat),
            queueChoices().problems(),
            Pollers.problems(pollers, maximumConcurrency),
            reservedProblems(),
            settings().deadLetters().problems(),
            ConsumerRules.problems(settings())));
  }

  ConsumerQueues queuesFor(Construct consumer) {
    return existingQueues
        .map(queues -> new ConsumerQueues(queues.source(), queues.deadLetters()))
        .orElseGet(() -> ConsumerQueues.create(consumer, settings(), queueTraits()));
  }

  private QueueTraits queueTraits() {
    return new QueueTraits(
        lifecycle, encryptionKey, fifoThroughput.orElse(FifoThroughput.PER_QUEUE));
  }

  FunctionSettings functionSettings(ConsumerQueues queues) {
    return functionSettings(
        variables(queues),
        Stream.of(
                onRecords(
                    "dynamodb:BatchGetItem",
                    "dynamodb:GetItem",
                    "dynamodb:PartiQLInsert",
                    "dynamodb:PartiQLUpdate",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
                Stream.of(
                    Permission.of(
                        queues.source().getQueueArn(),
                        "sqs:ChangeMessageVisibility",
                        "sqs:DeleteMessage",
                        "sqs:GetQueueAttributes",
                        "sqs:GetQueueUrl",
                        "sqs:ReceiveMessage"),
                    Permission.of(queues.deadLetters().getQueueArn(), "sqs:SendMessage")),
                Keys.toReceive(queues.source()),
                Keys.toSend(queues.deadLetters()),
                payloadBucket.stream().flatMap(ConsumerDraft::toReadPayloads))
            .flatMap(it -> it)
            .toList());
  }

  private static Stream<Permission> toReadPayloads(IBucket bucket) {
    return Stream.concat(
        Stream.of(
            Permission.of(bucket.arnForObjects("*"), "s3:GetObject"),
            Permission.of(bucket.getBucketArn(), "s3:ListBucket")),
        Keys.toRead(bucket));
  }

  /** Adds the plain resource: CDK's own can't name the alias without string operations. */
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
    pollers.ifPresent(it -> mapping.provisionedPollerConfig(provisioned(it)));
    mapping.build();
  }

  private static ScalingConfigProperty scaling(int limit) {
    return ScalingConfigProperty.builder().maximumConcurrency(limit).build();
  }

  private static ProvisionedPollerConfigProperty provisioned(Pollers pollers) {
    return ProvisionedPollerConfigProperty.builder()
        .minimumPollers(pollers.least())
        .maximumPollers(pollers.most())
        .build();
  }

  private List<String> reservedProblems() {
    return reservedConcurrency.isPresent()
            && maximumConcurrency.isPresent()
            && reservedConcurrency.getAsInt() < maximumConcurrency.getAsInt()
        ? List.of(
            ("reservedConcurrency (%s) is less than maximumConcurrency (%s): what is above it is"
                    + " throttled, which costs receives. Set at least as much.")
                .formatted(reservedConcurrency.getAsInt(), maximumConcurrency.getAsInt()))
        : List.of();
  }

  Duration oldestMessageAlarm() {
    CoupledSettings settings = settings();
    return oldestMessageAlarm.orElseGet(
        () -> ConsumerRules.oldestMessageFor(retries.outage(), settings.source()));
  }

  @Override
  Duration recordRetention() {
    return settings().recordRetention();
  }

  private CoupledSettings settings() {
    QueueChoices choices = queueChoices();
    SourceQueueSettings source =
        choices.source(ConsumerRules.visibilityFor(timeout, batchingWindow));
    DeadLetterSettings deadLetters =
        choices.deadLetters(retries.receives(source.visibilityTimeout()));
    return new CoupledSettings(
        timeout,
        source,
        deadLetters,
        new PollingSettings(batchSize, batchingWindow, maximumConcurrency),
        retries,
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
        fifoThroughput,
        existingQueues);
  }

  private Map<String, String> variables(ConsumerQueues queues) {
    Map<String, String> variables = new LinkedHashMap<>(retries.variables());
    variables.put(EnvironmentVariables.DEAD_LETTER_QUEUE_URL, queues.deadLetters().getQueueUrl());
    variables.put(
        EnvironmentVariables.MAX_RECEIVE_COUNT,
        Integer.toString(settings().deadLetters().maxReceiveCount()));
    heartbeat.ifPresent(it -> variables.put(EnvironmentVariables.HEARTBEAT, it.toString()));
    payloadBucket.ifPresent(
        it -> variables.put(EnvironmentVariables.PAYLOAD_BUCKET, it.getBucketName()));
    return variables;
  }
}
