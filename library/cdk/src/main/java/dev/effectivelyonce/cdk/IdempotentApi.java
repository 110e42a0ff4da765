package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.engine.ConsumerMode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.FunctionUrl;
import software.amazon.awscdk.services.lambda.FunctionUrlAuthType;
import software.constructs.Construct;

/**
 * A Lambda function that handles HTTP requests once by their {@code Idempotency-Key}. The construct
 * includes the function, its URL, permissions, logs and alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * URL calls. The URL accepts only requests that are signed with IAM credentials. A caller needs
 * {@code lambda:InvokeFunctionUrl} and {@code lambda:InvokeFunction} on the alias ({@link
 * FunctionUrl#grantInvokeUrl}). The function has exactly the permissions that the library needs and
 * those that {@link Builder#allow} adds.
 */
public final class IdempotentApi extends RecordedFunction<ApiAlarm> {
  private final Optional<FunctionUrl> url;
  private final Running<ApiAlarm> running;

  private IdempotentApi(Builder settings) {
    super(settings);
    ConsumerFunction function =
        settings.addFunction(this, Map.of(), settings.records.rights(RecordChoices.ONE_BY_ONE));
    this.url = settings.url == ApiUrl.NONE ? Optional.empty() : Optional.of(addUrl(function));
    this.running =
        settings.complete(
            this,
            function,
            ApiAlarm.class,
            family -> settings.ownAlarms(function.function(), family));
  }

  @Override
  Running<ApiAlarm> running() {
    return running;
  }

  private FunctionUrl addUrl(ConsumerFunction function) {
    FunctionUrl made =
        FunctionUrl.Builder.create(this, "Url")
            .function(function.alias())
            .authType(FunctionUrlAuthType.AWS_IAM)
            .build();
    // The URL names the alias by a text, in which CloudFormation sees no reference.
    made.getNode().addDependency(function.alias());
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
                getNode().getPath() + " was built without a function URL. Call alias() instead."));
  }

  /** Builds an API and checks its settings. */
  public static final class Builder extends IdempotentFunctionBuilder<Builder> {
    private static final Duration SHORTEST_RETENTION = Duration.ofHours(1);

    private ApiUrl url = ApiUrl.AWS_IAM;
    private Duration recordRetention = Duration.ofHours(24);

    private Builder(Construct scope, String id) {
      super(scope, id, Duration.ofSeconds(10));
    }

    /** Returns a builder for an API in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /** Sets whether the API has a function URL. Default: {@link ApiUrl#AWS_IAM}. */
    public Builder url(ApiUrl url) {
      this.url = url;
      return this;
    }

    /**
     * Sets how long a key is remembered after the last change of its record. Default: 24 hours; at
     * least one hour. It must be longer than any caller repeats a request.
     */
    public Builder recordRetention(Duration retention) {
      this.recordRetention = retention;
      return this;
    }

    @Override
    public IdempotentApi build() {
      check();
      return new IdempotentApi(this);
    }

    @Override
    Duration recordRetention() {
      return recordRetention;
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.concat(super.problems(), Stream.of(ownProblems()));
    }

    @Override
    Map<String, Object> snapshotEvent() {
      return SnapshotSchedule.EMPTY_REQUEST;
    }

    /** Makes all in the words of an API; without a URL, server errors are counted elsewhere. */
    private Map<ApiAlarm, OwnAlarm> ownAlarms(Function function, RecordAlarms family) {
      Map<ApiAlarm, OwnAlarm> own = new EnumMap<>(ApiAlarm.class);
      for (ApiAlarm kind : List.of(ApiAlarm.HELD, ApiAlarm.STORE_FAILED, ApiAlarm.FOREIGN)) {
        own.put(kind, family.as(ConsumerAlarm.valueOf(kind.name()), kind.text()));
      }
      if (url != ApiUrl.NONE) {
        own.put(
            ApiAlarm.SERVER_ERRORS,
            new OwnAlarm(
                ApiAlarm.SERVER_ERRORS.text(),
                Watch.lasting(function.metric("Url5xxCount", Watch.byMinute("Sum")))));
      }
      return own;
    }

    private List<String> ownProblems() {
      return new Problems()
          .when(
              !Durations.isWholeSeconds(recordRetention)
                  || recordRetention.compareTo(SHORTEST_RETENTION) < 0,
              "recordRetention is %s: set whole seconds, at least 3600 s, and longer than any"
                  + " caller repeats a request (24 hours is usual).",
              recordRetention)
          .when(
              records.mode == ConsumerMode.OBSERVE,
              "mode is OBSERVE: whoever sends an Idempotency-Key relies on it, and an API that only"
                  + " observes would run each repetition. Leave it out, or keep the handler that"
                  + " does not look at keys.")
          .all();
    }
  }
}
