package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.engine.ConsumerMode;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a Kinesis stream or a table's stream once per business key: the
 * function, its parking queue, its rights, its logs and its alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * stream calls. Batches are bisected when the function fails. What the function parks, and what
 * Lambda gives up, comes to the parking queue. The function may do exactly what the library needs
 * and what {@link Builder#allow} adds.
 */
public final class IdempotentStreamConsumer extends Construct implements NamedConsumer {
  private final Queue parking;
  private final ConsumerFunction function;
  private final ConsumerMetrics metrics;
  private final Map<StreamAlarm, Alarm> alarms;
  private final StreamDraft draft;

  private IdempotentStreamConsumer(StreamDraft draft) {
    super(draft.scope, draft.id);
    this.draft = draft;
    this.parking = draft.parkingFor(this);
    this.function = ConsumerFunction.create(this, draft.functionSettings(parking));
    draft.admit(function.function());
    draft.addEventSource(this, function, parking);
    this.metrics = new ConsumerMetrics(function.function().getFunctionName());
    this.alarms =
        new StreamAlarms(parking, function.function(), metrics, draft.iteratorAgeAlarm)
            .under(this, draft.alarmNotice());
    draft.gradualDeployment.ifPresent(
        steps ->
            GradualDeployment.add(this, function.live(), steps, StreamAlarms.rollingBack(alarms)));
    if (draft.snapshots == Snapshots.KEPT) {
      SnapshotSchedule.add(this, function.live(), SnapshotSchedule.EMPTY_BATCH);
    }
    draft.tag(this);
  }

  /** Returns the queue of what failed for good, and of the places of what Lambda gave up. */
  public IQueue parkingQueue() {
    return parking;
  }

  /**
   * Returns the function. Invoke it through {@link #live()}: only published versions start from a
   * snapshot.
   */
  public Function function() {
    return function.function();
  }

  /** Returns the alias that the stream calls. */
  public Alias live() {
    return function.live();
  }

  /** Returns the name that scopes the consumer's records. */
  @Override
  public String consumerName() {
    return draft.consumerName.orElseThrow();
  }

  @Override
  public Optional<ITable> table() {
    return draft.idempotencyTable;
  }

  @Override
  public String recordPlace() {
    return draft.recordPlace().orElseThrow();
  }

  /** Returns how long a record is kept after its last change. */
  public Duration recordRetention() {
    return draft.recordRetention();
  }

  /** Returns one of the consumer's alarms. */
  public Alarm alarm(StreamAlarm kind) {
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

  /** Collects the settings of a consumer and checks them. */
  public static final class Builder extends IdempotentFunctionBuilder<Builder> {
    private final StreamDraft draft;

    private Builder(StreamDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a consumer under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new StreamDraft(scope, id));
    }

    /** Reads this Kinesis stream. Either this or {@link #tableStream} is required. */
    public Builder stream(IStream stream) {
      draft.stream = Optional.of(stream);
      return this;
    }

    /** Reads the changes of this table. Either this or {@link #stream} is required. */
    public Builder tableStream(ITable table) {
      draft.table = Optional.of(table);
      return this;
    }

    /**
     * Sets how long the Kinesis stream keeps its records, which CDK does not say of a stream.
     * Default: 24 hours, as Kinesis has it; that of a table's stream is fixed.
     */
    public Builder streamRetention(Duration retention) {
      draft.streamRetention = retention;
      return this;
    }

    /** Sets where a new consumer begins. Default: {@link StreamStart#TRIM_HORIZON}. */
    public Builder startingAt(StreamStart start) {
      draft.start = start;
      return this;
    }

    /** Sets how many records one invocation takes at most. Default: 100. */
    public Builder batchSize(int batchSize) {
      draft.batchSize = batchSize;
      return this;
    }

    /** Sets how long Lambda gathers a batch, 5 minutes at most. Default: not at all. */
    public Builder batchingWindow(Duration window) {
      draft.batchingWindow = window;
      return this;
    }

    /**
     * Sets how many invocations a shard has at once, 1 to 10. With more than one, Lambda keeps the
     * order of partition keys, or items, alone. Default: 1.
     */
    public Builder parallelizationFactor(int invocations) {
      draft.parallelizationFactor = invocations;
      return this;
    }

    /**
     * Sets how often Lambda tries a batch again, -1 for as long as {@link #maximumRecordAge}.
     * Default: -1. A number that covers less than {@link #survivesOutageOf} is refused.
     */
    public Builder maximumRetryAttempts(int retries) {
      draft.retryAttempts = retries;
      return this;
    }

    /**
     * Sets the age at which Lambda gives a record up, and sends its place to the parking queue.
     * Default: five sixths of the stream's retention, so that it can be read still; 7 days at most.
     */
    public Builder maximumRecordAge(Duration age) {
      draft.maximumRecordAge = Optional.of(age);
      return this;
    }

    /** Sets after how many attempts an event is parked. Default: what an outage can take. */
    public Builder maxAttempts(int attempts) {
      draft.maxAttempts = OptionalInt.of(attempts);
      return this;
    }

    /**
     * Sets how long an outage of what the handler calls records survive before they are parked.
     * Default: 30 minutes.
     */
    public Builder survivesOutageOf(Duration outage) {
      draft.outage = outage;
      return this;
    }

    /** Sets how long a record waits in its lane after a failure. Default: from 2 s to 5 min. */
    public Builder backoff(Duration first, Duration longest) {
      draft.firstWait = first;
      draft.longestWait = longest;
      return this;
    }

    /**
     * Sets how long a record of an event is kept. Default: as long as stream and parking queue keep
     * it, and one day more; less than both is refused.
     */
    public Builder recordRetention(Duration retention) {
      draft.recordRetention = Optional.of(retention);
      return this;
    }

    /** Sets how late records may be read before an alarm rings. Default: 15 minutes. */
    public Builder iteratorAgeAlarm(Duration age) {
      draft.iteratorAgeAlarm = age;
      return this;
    }

    /** Sets whether duplicates are skipped. Default: {@link ConsumerMode#ENFORCE}. */
    public Builder mode(ConsumerMode mode) {
      draft.mode = mode;
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
    public IdempotentStreamConsumer build() {
      draft.check();
      return new IdempotentStreamConsumer(draft);
    }
  }
}
