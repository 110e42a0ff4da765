package dev.effectivelyonce.infra.consumer;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.FunctionUrl;
import software.amazon.awscdk.services.lambda.FunctionUrlAuthType;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/**
 * A Lambda function that handles HTTP requests once by their {@code Idempotency-Key}: the function,
 * its URL, its rights, its logs and its alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which is
 * what the URL calls. The URL takes requests that are signed with IAM credentials and no others; a
 * caller needs {@code lambda:InvokeFunctionUrl} and {@code lambda:InvokeFunction} on the alias
 * ({@link FunctionUrl#grantInvokeUrl}). The function may do exactly what the library needs and what
 * {@link Builder#allow} adds.
 */
public final class IdempotentApi extends Construct {
  private final ConsumerFunction function;
  private final FunctionUrl url;
  private final ConsumerMetrics metrics;
  private final Map<ApiAlarm, Alarm> alarms;
  private final ITable idempotencyTable;
  private final Duration recordRetention;

  private IdempotentApi(ApiDraft draft) {
    super(draft.scope, draft.id);
    this.function = ConsumerFunction.create(this, draft.functionSettings());
    this.url =
        FunctionUrl.Builder.create(this, "Url")
            .function(function.live())
            .authType(FunctionUrlAuthType.AWS_IAM)
            .build();
    // It names the alias by a text, in which CloudFormation sees no reference.
    this.url.getNode().addDependency(function.live());
    this.metrics = new ConsumerMetrics(function.function().getFunctionName());
    this.alarms = new ApiAlarms(function.function(), metrics).under(this, draft.alarmActions);
    this.idempotencyTable = draft.idempotencyTable.orElseThrow();
    this.recordRetention = draft.recordRetention;
    draft.gradualDeployment.ifPresent(
        steps ->
            GradualDeployment.add(this, function.live(), steps, ApiAlarms.rollingBack(alarms)));
  }

  /** Where requests go. */
  public FunctionUrl url() {
    return url;
  }

  /**
   * The function. Invoke it through {@link #url()}: only published versions start from a snapshot.
   */
  public Function function() {
    return function.function();
  }

  /** The alias that the URL calls. */
  public Alias live() {
    return function.live();
  }

  /** Where the API keeps its records. */
  public ITable idempotencyTable() {
    return idempotencyTable;
  }

  /** How long a key is remembered after the last change of its record. */
  public Duration recordRetention() {
    return recordRetention;
  }

  /** One of the API's alarms. */
  public Alarm alarm(ApiAlarm kind) {
    return Objects.requireNonNull(alarms.get(kind), kind::name);
  }

  /**
   * A metric that the library writes for this API, by the minute.
   *
   * @param name such as {@code executed} or {@code dedup.skip}
   * @param statistic such as {@code Sum} for counts, {@code p99} for times
   */
  public Metric metric(String name, String statistic) {
    return metrics.of(name, statistic);
  }

  /** Collects the settings of an API and checks them. */
  public static final class Builder {
    private final ApiDraft draft;

    private Builder(ApiDraft draft) {
      this.draft = draft;
    }

    /** Starts an API under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new ApiDraft(scope, id));
    }

    /** The function's package: a zip with jars under {@code lib/}. Required. */
    public Builder code(Code code) {
      draft.code = Optional.of(code);
      return this;
    }

    /** The function's handler, as {@code package.Class::handleRequest}. Required. */
    public Builder handler(String handler) {
      draft.handler = Optional.of(handler);
      return this;
    }

    /** Where the records are; its key and TTL as in {@link IdempotencyTable}. Required. */
    public Builder idempotencyTable(ITable table) {
      draft.idempotencyTable = Optional.of(table);
      return this;
    }

    /**
     * How long a key is remembered after the last change of its record. Default: 24 hours; at least
     * one. Longer than any caller repeats a request.
     */
    public Builder recordRetention(Duration retention) {
      draft.recordRetention = retention;
      return this;
    }

    /**
     * How long one invocation may take. Default: 10 s; whole seconds, 900 at most. A repetition
     * waits for it if the first attempt dies.
     */
    public Builder timeout(Duration timeout) {
      draft.timeout = timeout;
      return this;
    }

    /** The function's memory, which also sets its share of a processor. Default: 1024 MiB. */
    public Builder memoryMib(int memoryMib) {
      draft.memoryMib = memoryMib;
      return this;
    }

    /**
     * An environment variable of the function. Names that start with {@code EFFECTIVELY_ONCE_} are
     * the construct's own and refused.
     */
    public Builder environment(String name, String value) {
      draft.environment.put(name, value);
      return this;
    }

    /** Lets the function do these exact actions on one resource; wildcards are refused. */
    public Builder allow(String resourceArn, String... actions) {
      draft.permissions.add(Permission.of(resourceArn, actions));
      return this;
    }

    /** How long logs are kept. Default: one month. */
    public Builder logRetention(RetentionDays retention) {
      draft.logRetention = retention;
      return this;
    }

    /** What every {@link ApiAlarm} does. Default: they change their state and tell nobody. */
    public Builder alarmAction(IAlarmAction action) {
      draft.alarmActions.add(action);
      return this;
    }

    /** Which records an operator can list. Default: {@link RecordListing#DOUBTFUL}. */
    public Builder listing(RecordListing listing) {
      draft.listing = listing;
      return this;
    }

    /**
     * Has CodeDeploy move the alias {@code live} to each new version in these steps, and back to
     * the old one when an alarm other than {@link ApiAlarm#THROTTLES} rings during the deployment.
     * Default: the alias moves at once.
     */
    public Builder gradualDeployment(ILambdaDeploymentConfig steps) {
      draft.gradualDeployment = Optional.of(steps);
      return this;
    }

    /** What becomes of the logs when the stack goes. Default: {@link DataLifecycle#KEEP}. */
    public Builder lifecycle(DataLifecycle lifecycle) {
      draft.lifecycle = lifecycle;
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
