package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.CfnEventInvokeConfig;
import software.amazon.awscdk.services.lambda.CfnEventInvokeConfig.DestinationConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventInvokeConfig.OnFailureProperty;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * A Lambda function that runs its code once per business key, whatever invokes it. The construct
 * includes the function, the queue of events that Lambda gives up, permissions, logs and alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}. Use the
 * alias as the target of an EventBridge rule, a schedule, a topic or a state machine. The function
 * has exactly the permissions that the library needs and those that {@link Builder#allow} adds.
 */
public final class EffectivelyOnceFunction extends RecordedFunction<FunctionAlarm> {
  private static final AlarmText GIVEN_UP =
      new AlarmText("GivenUpAlarm", "given-up", "events wait that Lambda has given up");

  private final Queue givenUp;
  private final Running<FunctionAlarm> running;

  private EffectivelyOnceFunction(Builder settings) {
    super(settings);
    this.givenUp = settings.queueFor(this);
    ConsumerFunction function = settings.addFunction(this, Map.of(), settings.rights(givenUp));
    settings.addAsynchronousInvocation(this, function, givenUp);
    this.running =
        settings.complete(
            this,
            function,
            FunctionAlarm.class,
            records ->
                Map.of(
                    FunctionAlarm.GIVEN_UP,
                    OwnAlarm.ofLetters(GIVEN_UP, givenUp),
                    FunctionAlarm.STORE_FAILED,
                    records.as(ConsumerAlarm.STORE_FAILED, ApiAlarm.STORE_FAILED.text())));
  }

  @Override
  Running<FunctionAlarm> running() {
    return running;
  }

  /**
   * Returns the queue of events that Lambda gave up after asynchronous invocations. Also use it as
   * the dead-letter queue of a rule, because events that EventBridge can't deliver never reach the
   * function.
   */
  public IQueue onFailureQueue() {
    return givenUp;
  }

  /** Builds a function and checks its settings. */
  public static final class Builder extends IdempotentFunctionBuilder<Builder> {
    private static final Duration LONGEST_AGE = Duration.ofHours(6);
    private static final int MOST_RETRIES = 2;

    /** EventBridge tries for a day, the queue of what is given up keeps it for 14. */
    private static final Duration SHORTEST_RETENTION = FAILURES_KEPT.plusDays(1);

    private Duration recordRetention = SHORTEST_RETENTION.plusDays(1);
    private Duration maximumEventAge = LONGEST_AGE;
    private int retryAttempts = MOST_RETRIES;

    private Builder(Construct scope, String id) {
      super(scope, id, Duration.ofSeconds(30));
    }

    /** Returns a builder for a function in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Sets how long a record is kept after its last change. Default: 16 days. At least 15 days,
     * because EventBridge retries for a day, and the queue of events that were given up keeps them
     * for 14 days. It must be longer than the age of events that anyone replays from an archive.
     */
    public Builder recordRetention(Duration retention) {
      this.recordRetention = retention;
      return this;
    }

    /**
     * Sets the age at which Lambda gives up an asynchronous invocation, 60 s to 6 h. Default: 6 h.
     */
    public Builder maximumEventAge(Duration age) {
      this.maximumEventAge = age;
      return this;
    }

    /**
     * Sets how often Lambda repeats a failed asynchronous invocation, 0 to 2. Default: 2. It waits
     * one minute before the first time and two before the second.
     */
    public Builder retryAttempts(int retries) {
      this.retryAttempts = retries;
      return this;
    }

    @Override
    public EffectivelyOnceFunction build() {
      check();
      return new EffectivelyOnceFunction(this);
    }

    @Override
    Duration recordRetention() {
      return recordRetention;
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.concat(super.problems(), Stream.of(ownProblems()));
    }

    private List<String> ownProblems() {
      return new Problems()
          .when(
              !Durations.isWholeSeconds(recordRetention)
                  || recordRetention.compareTo(SHORTEST_RETENTION) < 0,
              "recordRetention is %s: set whole seconds, at least %s. EventBridge tries for a day,"
                  + " and what is given up is kept for 14.",
              recordRetention,
              SHORTEST_RETENTION)
          .when(
              Durations.outside(maximumEventAge, Duration.ofMinutes(1), LONGEST_AGE),
              "maximumEventAge is %s: Lambda takes 60 s to 6 h.",
              maximumEventAge)
          .when(
              retryAttempts < 0 || retryAttempts > MOST_RETRIES,
              "retryAttempts is %s: Lambda takes 0 to 2.",
              retryAttempts)
          .when(
              snapshots == Snapshots.KEPT,
              "snapshots is KEPT: there is no event that every function takes. Leave it out, and"
                  + " call the alias daily by a schedule of your own.")
          .all();
    }

    private Queue queueFor(Construct owner) {
      return queueOfFailures(
          owner, "GivenUpQueue", "It is for events that were given up, and nothing reads it.");
    }

    private Stream<Permission> rights(IQueue givenUp) {
      return Stream.concat(records.rights(RecordChoices.ONE_BY_ONE), Permission.toSend(givenUp));
    }

    private void addAsynchronousInvocation(
        Construct owner, ConsumerFunction function, IQueue givenUp) {
      CfnEventInvokeConfig config =
          CfnEventInvokeConfig.Builder.create(owner, "Asynchronous")
              .functionName(function.function().getFunctionName())
              .qualifier(function.alias().getAliasName())
              .maximumEventAgeInSeconds(maximumEventAge.toSeconds())
              .maximumRetryAttempts(retryAttempts)
              .destinationConfig(
                  DestinationConfigProperty.builder()
                      .onFailure(
                          OnFailureProperty.builder().destination(givenUp.getQueueArn()).build())
                      .build())
              .build();
      // Its right to send to the queue has to be there first, or Lambda refuses the configuration.
      config.getNode().addDependency(function.alias());
    }
  }
}
