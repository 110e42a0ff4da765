package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.ProvisionedPollerConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.ScalingConfigProperty;
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
    QueueTerms terms = settings.terms();
    QueueChoices choices = settings.choices;
    this.queues = choices.queuesFor(this, terms, settings);
    ConsumerFunction function =
        settings.addFunction(this, choices.variables(queues, terms), settings.rights(queues));
    this.source = settings.addEventSource(this, queues, function);
    this.running =
        settings.complete(
            this,
            function,
            ConsumerAlarm.class,
            family -> choices.alarms(queues, terms, settings.timeout, family));
  }

  @Override
  Running<ConsumerAlarm> running() {
    return running;
  }

  ConsumerQueues queues() {
    return queues;
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
  public static final class Builder extends IdempotentFunctionBuilder<Builder>
      implements QueueSettings<Builder> {
    private Optional<Pollers> pollers = Optional.empty();
    final QueueChoices choices = new QueueChoices();
    private OptionalInt maximumConcurrency = OptionalInt.empty();
    private Duration batchingWindow = Duration.ZERO;
    private int batchSize = 10;

    private Builder(Construct scope, String id) {
      super(scope, id, Duration.ofSeconds(30));
    }

    /** Returns a builder for a consumer in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
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

    /** Sets how many invocations the queue may have at once, 2 to 1000. Default: no limit. */
    public Builder maximumConcurrency(int limit) {
      this.maximumConcurrency = OptionalInt.of(limit);
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
              ConstructRules.heartbeatProblems(choices.heartbeat),
              choices.problems(),
              Pollers.problems(pollers, maximumConcurrency),
              reservedProblems(),
              terms().deadLetters().problems(),
              ConsumerRules.problems(settings())));
    }

    private Stream<Permission> rights(ConsumerQueues queues) {
      return Stream.concat(records.rights(RecordChoices.IN_BATCHES), choices.rights(queues));
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
      if (terms().source().kind() == QueueKind.STANDARD) {
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

    @Override
    Duration recordRetention() {
      return terms().recordRetention();
    }

    private QueueTerms terms() {
      return choices.terms(
          ConsumerRules.visibilityFor(timeout, batchingWindow),
          source -> new Redelivery(source.visibilityTimeout(), "visibilityTimeout"));
    }

    private CoupledSettings settings() {
      return new CoupledSettings(
          timeout, terms(), new PollingSettings(batchSize, batchingWindow, maximumConcurrency));
    }
  }
}
