package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * A Lambda function that runs its code once per business key, whatever invokes it: the function,
 * the queue of events that Lambda gives up, its rights, its logs and its alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}. Make that
 * the target of an EventBridge rule, a schedule, a topic or a state machine. The function may do
 * exactly what the library needs and what {@link Builder#allow} adds.
 */
public final class EffectivelyOnceFunction extends Construct implements NamedConsumer {
  private final Queue givenUp;
  private final ConsumerFunction function;
  private final ConsumerMetrics metrics;
  private final Map<FunctionAlarm, Alarm> alarms;
  private final AnyFunctionDraft draft;

  private EffectivelyOnceFunction(AnyFunctionDraft draft) {
    super(draft.scope, draft.id);
    this.draft = draft;
    this.givenUp = draft.queueFor(this);
    this.function = ConsumerFunction.create(this, draft.functionSettings(givenUp));
    draft.admit(function.function());
    draft.addAsynchronousInvocation(this, function, givenUp);
    this.metrics = new ConsumerMetrics(function.function().getFunctionName());
    this.alarms =
        new FunctionAlarms(givenUp, function.function(), metrics).under(this, draft.alarmNotice());
    draft.gradualDeployment.ifPresent(
        steps ->
            GradualDeployment.add(this, function.live(), steps, RecordAlarms.rollingBack(alarms)));
    draft.tag(this);
  }

  /**
   * Returns the queue of what Lambda gave up after asynchronous invocations. Name it as the
   * dead-letter queue of a rule too: what EventBridge can't deliver never reaches the function.
   */
  public IQueue givenUpQueue() {
    return givenUp;
  }

  /**
   * Returns the function. Invoke it through {@link #live()}: only published versions start from a
   * snapshot, and only the alias has the queue of what is given up.
   */
  public Function function() {
    return function.function();
  }

  /** Returns the alias to invoke. */
  public Alias live() {
    return function.live();
  }

  /** Returns the name that scopes the function's records. */
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

  /** Returns one of the function's alarms. */
  public Alarm alarm(FunctionAlarm kind) {
    return Objects.requireNonNull(alarms.get(kind), kind::name);
  }

  /**
   * Returns a metric that the library writes for this function, by the minute.
   *
   * @param name such as {@code executed} or {@code dedup.skip}
   * @param statistic such as {@code Sum} for counts, {@code p99} for times
   */
  public Metric metric(String name, String statistic) {
    return metrics.of(name, statistic);
  }

  RecordAccess recordAccess() {
    return draft.recordAccess;
  }

  ConsumerMetrics metrics() {
    return metrics;
  }

  /** Collects the settings of a function and checks them. */
  public static final class Builder extends IdempotentFunctionBuilder<Builder> {
    private final AnyFunctionDraft draft;

    private Builder(AnyFunctionDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a function under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new AnyFunctionDraft(scope, id));
    }

    /**
     * Sets how long a record is kept after its last change. Default: 16 days. At least 15:
     * EventBridge tries for a day, and the queue of what is given up keeps it for 14. Choose longer
     * than anybody replays an archive.
     */
    public Builder recordRetention(Duration retention) {
      draft.recordRetention = retention;
      return this;
    }

    /**
     * Sets the age at which Lambda gives an asynchronous invocation up, 60 s to 6 h. Default: 6 h.
     */
    public Builder maximumEventAge(Duration age) {
      draft.maximumEventAge = age;
      return this;
    }

    /**
     * Sets how often Lambda repeats an asynchronous invocation that failed, 0 to 2. Default: 2. It
     * waits one minute before the first time and two before the second.
     */
    public Builder retryAttempts(int retries) {
      draft.retryAttempts = retries;
      return this;
    }

    /**
     * Adds the function to the scope.
     *
     * @throws InvalidConstructException if something required is missing, or a setting is outside a
     *     service's limits; nothing is added then
     */
    public EffectivelyOnceFunction build() {
      draft.check();
      return new EffectivelyOnceFunction(draft);
    }
  }
}
