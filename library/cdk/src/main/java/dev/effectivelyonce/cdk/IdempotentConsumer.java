package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a queue once per business key: the function, its source queue and
 * dead-letter queue, its rights, its logs and its alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * queue calls. Failed messages are reported one by one, never as a whole batch. The function may do
 * exactly what the library needs and what {@link Builder#allow} adds.
 *
 * <p>Values that follow from others are derived: the queue's visibility timeout from the function's
 * timeout, the life of a record from the queues' retention. What is given by hand is checked.
 */
public final class IdempotentConsumer extends Construct implements NamedConsumer {
  private final ConsumerQueues queues;
  private final ConsumerFunction function;
  private final ConsumerMetrics metrics;
  private final Map<ConsumerAlarm, Alarm> alarms;
  private final RecordAccess recordAccess;
  private final String consumerName;
  private final Optional<ITable> table;
  private final String recordPlace;
  private final Duration recordRetention;

  private IdempotentConsumer(ConsumerDraft draft) {
    super(draft.scope, draft.id);
    this.queues = draft.queuesFor(this);
    this.function = ConsumerFunction.create(this, draft.functionSettings(queues));
    draft.admit(function.function());
    draft.addEventSource(this, queues, function);
    this.metrics = new ConsumerMetrics(function.function().getFunctionName());
    this.alarms =
        new ConsumerAlarms(
                queues,
                function.function(),
                metrics,
                draft.oldestMessageAlarm(),
                draft.retries.outage())
            .under(this, draft.alarmNotice());
    this.recordAccess = draft.recordAccess;
    this.consumerName = draft.consumerName.orElseThrow();
    this.table = draft.idempotencyTable;
    this.recordPlace = draft.recordPlace().orElseThrow();
    this.recordRetention = draft.recordRetention();
    draft.gradualDeployment.ifPresent(
        steps ->
            GradualDeployment.add(this, function.live(), steps, RecordAlarms.rollingBack(alarms)));
    if (draft.snapshots == Snapshots.KEPT) {
      SnapshotSchedule.add(this, function.live(), SnapshotSchedule.EMPTY_BATCH);
    }
    draft.tag(this);
  }

  /** Returns the queue that the consumer reads. */
  public IQueue queue() {
    return queues.source();
  }

  /** Returns the queue of messages that were received too often. */
  public IQueue deadLetterQueue() {
    return queues.deadLetters();
  }

  /** Returns the function. Invoke {@link #live()}: published versions alone have a snapshot. */
  public Function function() {
    return function.function();
  }

  /** Returns the alias that the queue calls. */
  public Alias live() {
    return function.live();
  }

  /** Returns the name that scopes the consumer's records. */
  @Override
  public String consumerName() {
    return consumerName;
  }

  @Override
  public Optional<ITable> table() {
    return table;
  }

  @Override
  public String recordPlace() {
    return recordPlace;
  }

  RecordAccess recordAccess() {
    return recordAccess;
  }

  /** Returns how long a record is kept after its last change. */
  public Duration recordRetention() {
    return recordRetention;
  }

  /** Returns one of the consumer's alarms. */
  public Alarm alarm(ConsumerAlarm kind) {
    return Objects.requireNonNull(alarms.get(kind), kind::name);
  }

  /**
   * Returns a metric that the library writes for this consumer, by the minute.
   *
   * @param name such as {@code executed} or {@code dedup.skip}
   * @param statistic such as {@code Sum} for counts, {@code p99} for times
   */
  public Metric metric(String name, String statistic) {
    return metrics.of(name, statistic);
  }

  ConsumerMetrics metrics() {
    return metrics;
  }

  /** Collects the settings of a consumer and checks them. */
  public static final class Builder extends IdempotentFunctionBuilder<Builder> {
    private final ConsumerDraft draft;

    private Builder(ConsumerDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a consumer under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new ConsumerDraft(scope, id));
    }

    /** Sets the kind of both queues. Default: {@link QueueKind#STANDARD}. */
    public Builder source(QueueKind kind) {
      draft.kind = Optional.of(kind);
      return this;
    }

    /** Reads these queues instead of creating two. Default: two queues are created. */
    public Builder existingQueues(ExistingQueues queues) {
      draft.existingQueues = Optional.of(queues);
      return this;
    }

    /**
     * Sets how long a received message is hidden. Default: 6 x {@link #timeout} plus {@link
     * #batchingWindow}, which is also the least.
     */
    public Builder visibilityTimeout(Duration visibilityTimeout) {
      draft.visibilityTimeout = Optional.of(visibilityTimeout);
      return this;
    }

    /** Sets how long the source queue keeps a message. Default: 4 days; 14 at most. */
    public Builder sourceRetention(Duration retention) {
      draft.sourceRetention = Optional.of(retention);
      return this;
    }

    /** Sets how long the dead-letter queue keeps a message. Default: 14 days, the maximum. */
    public Builder deadLetterRetention(Duration retention) {
      draft.deadLetterRetention = Optional.of(retention);
      return this;
    }

    /**
     * Sets how long an outage, of the store or of what the handler calls, messages survive before
     * they go to the dead-letter queue. Default: 30 minutes. {@link #maxReceiveCount} is derived
     * from it; one that covers less is refused.
     */
    public Builder survivesOutageOf(Duration outage) {
      draft.retries = draft.retries.surviving(outage);
      return this;
    }

    /**
     * Sets how long a message waits after a failure that may pass. The wait doubles with each
     * receive, and chance picks between half and the whole of it. Default: from 2 s to 5 min. The
     * function gets the same setting.
     */
    public Builder backoff(Duration first, Duration longest) {
      draft.retries = draft.retries.waiting(first, longest);
      return this;
    }

    /**
     * Sets the receive count after which a message goes to the dead-letter queue. Default: the
     * least that {@link #survivesOutageOf} needs with the {@link #backoff} and the {@link
     * #visibilityTimeout}, which is 20 by their defaults.
     */
    public Builder maxReceiveCount(int maxReceiveCount) {
      draft.maxReceiveCount = Optional.of(maxReceiveCount);
      return this;
    }

    /**
     * Sets how long a record is kept. Default: the retention of both queues and one day more; less
     * than both together is refused.
     */
    public Builder recordRetention(Duration retention) {
      draft.recordRetention = Optional.of(retention);
      return this;
    }

    /** Sets how many messages one invocation takes at most. Default: 10. */
    public Builder batchSize(int batchSize) {
      draft.batchSize = batchSize;
      return this;
    }

    /** Sets how long Lambda gathers a batch, on standard queues only. Default: not at all. */
    public Builder batchingWindow(Duration window) {
      draft.batchingWindow = window;
      return this;
    }

    /**
     * Makes Lambda hold pollers ready for the queue, 2 to 200 at least and 10,000 at most, which
     * cost by the hour. Each has up to 10 invocations at once. Default: Lambda's own number, which
     * starts small. Pollers exclude {@link #maximumConcurrency}.
     */
    public Builder provisionedPollers(int atLeast, int atMost) {
      draft.pollers = Optional.of(new Pollers(atLeast, atMost));
      return this;
    }

    /** Sets the unit of FIFO throughput. Default: {@link FifoThroughput#PER_QUEUE}. */
    public Builder fifoThroughput(FifoThroughput throughput) {
      draft.fifoThroughput = Optional.of(throughput);
      return this;
    }

    /** Sets how many invocations the queue may have at once, 2 to 1000. Default: no limit. */
    public Builder maximumConcurrency(int limit) {
      draft.maximumConcurrency = OptionalInt.of(limit);
      return this;
    }

    /**
     * Sets the age of its oldest message at which the queue raises an alarm. Default: half of
     * {@link #survivesOutageOf}, at most 15 minutes and at least two {@link #visibilityTimeout}s.
     */
    public Builder oldestMessageAlarm(Duration age) {
      draft.oldestMessageAlarm = Optional.of(age);
      return this;
    }

    /** Lets the function read and list this bucket, for payloads in S3. Default: none. */
    public Builder payloadBucket(IBucket bucket) {
      draft.payloadBucket = Optional.of(bucket);
      return this;
    }

    /** Sets the lease of renewed claims, 1 s to 15 min. Default: one lease covers the timeout. */
    public Builder heartbeat(Duration lease) {
      draft.heartbeat = Optional.of(lease);
      return this;
    }

    /**
     * Adds the consumer to the scope.
     *
     * @throws InvalidConstructException if something required is missing, or settings contradict
     *     each other or a service's limits; nothing is added then
     */
    public IdempotentConsumer build() {
      draft.check();
      return new IdempotentConsumer(draft);
    }
  }
}
