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
import software.amazon.awscdk.services.lambda.FunctionUrl;
import software.amazon.awscdk.services.lambda.FunctionUrlAuthType;
import software.constructs.Construct;

/**
 * A Lambda function that handles HTTP requests once by their {@code Idempotency-Key}: the function,
 * its URL, its rights, its logs and its alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * URL calls. The URL takes requests that are signed with IAM credentials and no others. A caller
 * needs {@code lambda:InvokeFunctionUrl} and {@code lambda:InvokeFunction} on the alias ({@link
 * FunctionUrl#grantInvokeUrl}). The function may do exactly what the library needs and what {@link
 * Builder#allow} adds.
 */
public final class IdempotentApi extends Construct implements NamedConsumer {
  private final ConsumerFunction function;
  private final Optional<FunctionUrl> url;
  private final ConsumerMetrics metrics;
  private final Map<ApiAlarm, Alarm> alarms;
  private final String consumerName;
  private final Optional<ITable> table;
  private final String recordPlace;
  private final Duration recordRetention;
  private final RecordAccess recordAccess;

  private IdempotentApi(ApiDraft draft) {
    super(draft.scope, draft.id);
    this.function = ConsumerFunction.create(this, draft.functionSettings());
    draft.admit(function.function());
    this.url = draft.url == ApiUrl.NONE ? Optional.empty() : Optional.of(addUrl());
    this.metrics = new ConsumerMetrics(function.function().getFunctionName());
    this.alarms =
        new ApiAlarms(function.function(), metrics, draft.url).under(this, draft.alarmNotice());
    this.consumerName = draft.consumerName.orElseThrow();
    this.table = draft.idempotencyTable;
    this.recordPlace = draft.recordPlace().orElseThrow();
    this.recordRetention = draft.recordRetention();
    this.recordAccess = draft.recordAccess;
    draft.gradualDeployment.ifPresent(
        steps ->
            GradualDeployment.add(this, function.live(), steps, RecordAlarms.rollingBack(alarms)));
    if (draft.snapshots == Snapshots.KEPT) {
      SnapshotSchedule.add(this, function.live(), SnapshotSchedule.EMPTY_REQUEST);
    }
    draft.tag(this);
  }

  private FunctionUrl addUrl() {
    FunctionUrl made =
        FunctionUrl.Builder.create(this, "Url")
            .function(function.live())
            .authType(FunctionUrlAuthType.AWS_IAM)
            .build();
    // The URL names the alias by a text, in which CloudFormation sees no reference.
    made.getNode().addDependency(function.live());
    return made;
  }

  /**
   * Returns the URL to which requests are sent.
   *
   * @throws IllegalStateException if the API was built with {@link ApiUrl#NONE}
   */
  public FunctionUrl url() {
    return url.orElseThrow(
        () ->
            new IllegalStateException(
                getNode().getPath() + " was built without a function URL. Call live() instead."));
  }

  /**
   * Returns the function. Invoke it through {@link #url()}: only published versions start from a
   * snapshot.
   */
  public Function function() {
    return function.function();
  }

  /** Returns the alias that the URL calls. */
  public Alias live() {
    return function.live();
  }

  /** Returns the name that scopes the API's records. */
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

  /** Returns how long a key is remembered after the last change of its record. */
  public Duration recordRetention() {
    return recordRetention;
  }

  RecordAccess recordAccess() {
    return recordAccess;
  }

  /** Returns one of the API's alarms. */
  public Alarm alarm(ApiAlarm kind) {
    return Objects.requireNonNull(alarms.get(kind), kind::name);
  }

  /**
   * Returns a metric that the library writes for this API, by the minute.
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

  /** Collects the settings of an API and checks them. */
  public static final class Builder extends IdempotentFunctionBuilder<Builder> {
    private final ApiDraft draft;

    private Builder(ApiDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts an API under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new ApiDraft(scope, id));
    }

    /** Sets whether the API has a function URL. Default: {@link ApiUrl#AWS_IAM}. */
    public Builder url(ApiUrl url) {
      draft.url = url;
      return this;
    }

    /**
     * Sets how long a key is remembered after the last change of its record. Default: 24 hours; at
     * least one. Choose longer than any caller repeats a request.
     */
    public Builder recordRetention(Duration retention) {
      draft.recordRetention = retention;
      return this;
    }

    /**
     * Adds the API to the scope.
     *
     * @throws InvalidConstructException if something required is missing, or a setting is outside a
     *     service's limits; nothing is added then
     */
    public IdempotentApi build() {
      draft.check();
      return new IdempotentApi(draft);
    }
  }
}
