package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.Collections;
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
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a queue once per business key. The construct includes the
 * function, its source queue and dead-letter queue, permissions, logs and alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * queue calls. Failed messages are reported one by one, never as a whole batch. The function has
 * exactly the permissions that the library needs and those that {@link Builder#allow} adds.
 *
 * <p>Values that depend on others are derived: the queue's visibility timeout from the function's
 * timeout, and the retention of records from that of the queues. Values that you set yourself are
 * checked.
 */
public final class IdempotentConsumer extends RecordedFunction<ConsumerAlarm> {
  private final ConsumerQueues queues;
  private final CfnEventSourceMapping source;
  private final Running<ConsumerAlarm> running;

  private IdempotentConsumer(Builder settings) {
    super(settings);
    this.queues = settings.queuesFor(this);
    ConsumerFunction function =
        settings.addFunction(this, settings.variables(queues), settings.rights(queues));
    this.source = settings.addEventSource(this, queues, function);
    this.running =
        settings.complete(
            this, function, ConsumerAlarm.class, records -> settings.ownAlarms(queues, records));
  }

  @Override
  Running<ConsumerAlarm> running() {
    return running;
  }

  /** Returns the queue that the consumer reads. */
  public IQueue queue() {
    return queues.source();
  }

  /** Returns the dead-letter queue. */
  public IQueue deadLetterQueue() {
    return queues.deadLetters();
  }

  /**
   * Returns the mapping by which Lambda reads the queue, for settings that the builder doesn't
   * have, such as {@code setEnabled(false)} or {@code setFilterCriteria(...)}.
   */
  public CfnEventSourceMapping eventSource() {
    return source;
  }

  /** Builds a consumer and checks its settings. */
  public static final class Builder extends IdempotentFunctionBuilder<Builder> {
    private Optional<Duration> recordRetention = Optional.empty();
    private Optional<Duration> oldestMessageAlarm = Optional.empty();
    private Optional<Duration> heartbeat = Optional.empty();
    private Optional<IBucket> payloadBucket = Optional.empty();
    private Optional<Pollers> pollers = Optional.empty();
    private final QueueChoices choices = new QueueChoices();
    private OptionalInt maximumConcurrency = OptionalInt.empty();
    private Duration batchingWindow = Duration.ZERO;
    private int batchSize = 10;
    private RetrySettings retries = RetrySettings.standard();

    private Builder(Construct scope, String id) {
      super(scope, id, Duration.ofSeconds(30));
    }

    /** Returns a builder for a consumer in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /** Sets the kind of both queues. Default: {@link QueueKind#STANDARD}. */
    public Builder source(QueueKind kind) {
      choices.kind = Optional.of(kind);
      return this;
    }

    /**
     * Sets the name of the source queue, without {@code .fifo}; the dead-letter queue's name is the
     * same with {@code -DeadLetters}. Up to 60 characters. Default: the construct's path.
     */
    public Builder queueName(String name) {
      choices.name = Optional.of(name);
      return this;
    }

    /** Uses these queues instead of creating two. Default: two queues are created. */
    public Builder existingQueues(ExistingQueues queues) {
      choices.existing = Optional.of(queues);
      return this;
    }

    /**
     * Sets how long a received message is hidden. Default: 6 x {@link #timeout} plus {@link
     * #batchingWindow}, which is also the minimum.
     */
    public Builder visibilityTimeout(Duration visibilityTimeout) {
      choices.visibilityTimeout = Optional.of(visibilityTimeout);
      return this;
    }

    /** Sets how long the source queue keeps a message. Default: 4 days; 14 at most. */
    public Builder sourceRetention(Duration retention) {
      choices.sourceRetention = Optional.of(retention);
      return this;
    }

    /** Sets how long the dead-letter queue keeps a message. Default: 14 days, the maximum. */
    public Builder deadLetterRetention(Duration retention) {
      choices.deadLetterRetention = Optional.of(retention);
      return this;
    }

    /**
     * Sets the longest outage of the store or of services that the handler calls that messages
     * survive before they go to the dead-letter queue. Default: 30 minutes. {@link
     * #maxReceiveCount} is derived from it; a smaller value is refused.
     */
    public Builder outageTolerance(Duration outage) {
      this.retries = this.retries.surviving(outage);
      return this;
    }

    /**
     * Sets how long a message waits after a failure that may be temporary. The wait doubles with
     * each receive, and the actual wait is chosen at random between half of it and all of it.
     * Default: from 2 s to 5 min. The function gets the same setting.
     */
    public Builder backoff(Duration first, Duration longest) {
      this.retries = this.retries.waiting(first, longest);
      return this;
    }

    /**
     * Sets the receive count after which a message goes to the dead-letter queue. Default: the
     * smallest value that {@link #outageTolerance} needs with the {@link #backoff} and the {@link
     * #visibilityTimeout}, which is 20 with their defaults.
     */
    public Builder maxReceiveCount(int maxReceiveCount) {
      choices.maxReceiveCount = Optional.of(maxReceiveCount);
      return this;
    }

    /**
     * Sets how long a record is kept. Default: the retention of both queues together plus one day;
     * less than both together is refused.
     */
    public Builder recordRetention(Duration retention) {
      this.recordRetention = Optional.of(retention);
      return this;
    }

    /** Sets how many messages one invocation takes at most. Default: 10. */
    public Builder batchSize(int batchSize) {
      this.batchSize = batchSize;
      return this;
    }

    /** Sets how long Lambda gathers a batch, only for standard queues. Default: not at all. */
    public Builder batchingWindow(Duration window) {
      this.batchingWindow = window;
      return this;
    }

    /**
     * Sets the minimum (2 to 200) and the maximum (up to 10,000) of pollers that Lambda provisions
     * for the queue, which are billed by the hour. Each poller has up to 10 invocations at once.
     * Default: Lambda chooses the number, which starts small. Can't be combined with {@link
     * #maximumConcurrency}.
     */
    public Builder provisionedPollers(int atLeast, int atMost) {
      this.pollers = Optional.of(new Pollers(atLeast, atMost));
      return this;
    }

    /** Sets the scope of the FIFO throughput limit. Default: {@link FifoThroughput#PER_QUEUE}. */
    public Builder fifoThroughput(FifoThroughput throughput) {
      choices.fifoThroughput = Optional.of(throughput);
      return this;
    }

    /** Sets how many invocations the queue may have at once, 2 to 1000. Default: no limit. */
    public Builder maximumConcurrency(int limit) {
      this.maximumConcurrency = OptionalInt.of(limit);
      return this;
    }

    /**
     * Sets the age of a message at which {@link ConsumerAlarm#OLDEST_MESSAGE} and {@link
     * ConsumerAlarm#GIVEN_BACK} ring. Default: half of {@link #outageTolerance}, at most 15 minutes
     * and at least two {@link #visibilityTimeout}s.
     */
    public Builder oldestMessageAlarm(Duration age) {
      this.oldestMessageAlarm = Optional.of(age);
      return this;
    }

    /** Allows the function to read and list this bucket, for payloads in S3. Default: none. */
    public Builder payloadBucket(IBucket bucket) {
      this.payloadBucket = Optional.of(bucket);
      return this;
    }

    /**
     * Sets the lease of claims that are renewed, 1 s to 15 min. Default: none, so that one lease
     * covers the timeout.
     */
    public Builder heartbeat(Duration lease) {
      this.heartbeat = Optional.of(lease);
      return this;
    }

    @Override
    public IdempotentConsumer build() {
      check();
      return new IdempotentConsumer(this);
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.concat(
          super.problems(),
          Stream.of(
              FunctionRules.heartbeatProblems(heartbeat),
              choices.problems(),
              Pollers.problems(pollers, maximumConcurrency),
              reservedProblems(),
              settings().deadLetters().problems(),
              ConsumerRules.problems(settings())));
    }

    private ConsumerQueues queuesFor(Construct consumer) {
      return choices
          .existing
          .map(queues -> new ConsumerQueues(queues.source(), queues.deadLetters()))
          .orElseGet(() -> ConsumerQueues.create(consumer, settings(), this, choices));
    }

    private Stream<Permission> rights(ConsumerQueues queues) {
      return Stream.of(
              onRecords(IN_BATCHES),
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
              payloadBucket.stream().flatMap(Builder::toReadPayloads))
          .flatMap(it -> it);
    }

    private static Stream<Permission> toReadPayloads(IBucket bucket) {
      return Stream.concat(
          Stream.of(
              Permission.of(bucket.arnForObjects("*"), "s3:GetObject"),
              Permission.of(bucket.getBucketArn(), "s3:ListBucket")),
          Keys.toRead(bucket));
    }

    /** Adds the plain resource: CDK's own can't name the alias without string operations. */
    private CfnEventSourceMapping addEventSource(
        Construct consumer, ConsumerQueues queues, ConsumerFunction function) {
      CfnEventSourceMapping.Builder mapping =
          CfnEventSourceMapping.Builder.create(consumer, "EventSource")
              .eventSourceArn(queues.source().getQueueArn())
              .functionName(function.alias().getFunctionArn())
              .batchSize(batchSize)
              .functionResponseTypes(List.of("ReportBatchItemFailures"));
      if (settings().source().kind() == QueueKind.STANDARD) {
        mapping.maximumBatchingWindowInSeconds(batchingWindow.toSeconds());
      }
      maximumConcurrency.ifPresent(limit -> mapping.scalingConfig(scaling(limit)));
      pollers.ifPresent(it -> mapping.provisionedPollerConfig(provisioned(it)));
      return mapping.build();
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
      int reserved = reservedConcurrency.orElse(Integer.MAX_VALUE);
      int most = maximumConcurrency.orElse(0);
      return new Problems()
          .when(
              reserved < most,
              "reservedConcurrency (%s) is less than maximumConcurrency (%s): what is above it is"
                  + " throttled, which costs receives. Set at least as much.",
              reserved,
              most)
          .all();
    }

    private Map<ConsumerAlarm, OwnAlarm> ownAlarms(ConsumerQueues queues, RecordAlarms records) {
      Duration oldest =
          oldestMessageAlarm.orElseGet(
              () -> ConsumerRules.oldestMessageFor(retries.outage(), settings().source()));
      return Map.of(
          ConsumerAlarm.DEAD_LETTERS,
          OwnAlarm.ofLetters(ConsumerAlarm.DEAD_LETTERS.text(), queues.deadLetters()),
          ConsumerAlarm.OLDEST_MESSAGE,
          new OwnAlarm(
              text(ConsumerAlarm.OLDEST_MESSAGE, oldest),
              Watch.once(new QueueMetrics(queues.source()).oldest(), oldest.toSeconds())),
          ConsumerAlarm.GIVEN_BACK,
          new OwnAlarm(
              text(ConsumerAlarm.GIVEN_BACK, oldest),
              Watch.every(
                  longestGap(),
                  records.metrics().of("givenBack.oldest", "Maximum"),
                  oldest.toMillis())),
          ConsumerAlarm.STORE_FAILED,
          records.as(ConsumerAlarm.STORE_FAILED, text(ConsumerAlarm.STORE_FAILED, oldest)));
    }

    /** Returns the longest time between two receives of a message that fails. */
    private Duration longestGap() {
      return Collections.max(List.of(retries.longest(), settings().source().visibilityTimeout()))
          .plus(timeout);
    }

    private AlarmText text(ConsumerAlarm kind, Duration oldest) {
      return kind.text().with(Durations.text(oldest), Durations.text(retries.outage()));
    }

    @Override
    Duration recordRetention() {
      return settings().recordRetention();
    }

    private CoupledSettings settings() {
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
}
