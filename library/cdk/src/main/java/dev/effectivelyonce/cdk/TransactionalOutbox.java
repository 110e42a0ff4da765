package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.events.targets.LambdaFunction;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.RedriveAllowPolicy;
import software.amazon.awscdk.services.sqs.RedrivePermission;
import software.constructs.Construct;

/**
 * The table where consumers leave the messages that they send in the transaction of their
 * completion, with two functions that send them. A publisher reads the table's stream, and a
 * sweeper sends what the stream missed.
 *
 * <p>A consumer that writes needs {@code dynamodb:PutItem} on {@link #table}, and no right to send.
 * Encrypted destinations with a key of your own have to admit the functions' roles.
 */
public final class TransactionalOutbox extends Construct {
  private static final Duration DEAD_LETTERS_KEPT = Duration.ofDays(14);
  static final Duration SWEPT_EVERY = Duration.ofMinutes(5);

  private final Table table;
  private final Queue deadLetters;
  private final ConsumerFunction publisher;
  private final ConsumerFunction sweeper;
  private final List<String> destinations;
  private final Map<OutboxAlarm, List<Alarm>> alarms;

  private TransactionalOutbox(OutboxDraft draft) {
    super(draft.scope, draft.id);
    this.table = addTable(draft);
    this.deadLetters = addDeadLetters(draft);
    this.publisher =
        ConsumerFunction.create(
            new Construct(this, "Publisher"), draft.publisherSettings(table, deadLetters));
    this.sweeper =
        ConsumerFunction.create(new Construct(this, "Sweeper"), draft.sweeperSettings(table));
    OutboxStream.feed(this, table, publisher.live(), deadLetters);
    addSchedule();
    this.destinations = draft.destinations.names();
    this.alarms =
        new OutboxAlarms(
                deadLetters,
                publisher.function(),
                sweeper.function(),
                destinations,
                draft.sweptAfter)
            .under(this, draft.alarmNotice());
    draft.gradualDeployment.ifPresent(this::deployGradually);
    if (draft.snapshots == Snapshots.KEPT) {
      SnapshotSchedule.add(this, publisher.live(), SnapshotSchedule.EMPTY_BATCH);
    }
    draft.tag(this);
  }

  private void deployGradually(ILambdaDeploymentConfig steps) {
    GradualDeployment.add(
        (Construct) publisher.function().getNode().getScope(),
        publisher.live(),
        steps,
        List.copyOf(Objects.requireNonNull(alarms.get(OutboxAlarm.PUBLISHER_ERRORS))));
    GradualDeployment.add(
        (Construct) sweeper.function().getNode().getScope(),
        sweeper.live(),
        steps,
        List.copyOf(Objects.requireNonNull(alarms.get(OutboxAlarm.SWEEPER_ERRORS))));
  }

  private Table addTable(OutboxDraft draft) {
    Table.Builder builder =
        Table.Builder.create(this, "Table")
            .partitionKey(string("lane"))
            .sortKey(string("id"))
            .stream(StreamViewType.KEYS_ONLY)
            .timeToLiveAttribute("expiration")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .pointInTimeRecoverySpecification(
                PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
            .deletionProtection(draft.lifecycle.isProtected())
            .removalPolicy(draft.lifecycle.tableRemovalPolicy());
    draft.encryptionKey.ifPresent(builder::encryptionKey);
    return WarmWrites.addTo(builder, draft.warmWrites).build();
  }

  private static Attribute string(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }

  private Queue addDeadLetters(OutboxDraft draft) {
    Queue queue =
        Keys.encrypt(Queue.Builder.create(this, "DeadLetterQueue"), draft.encryptionKey)
            .enforceSsl(true)
            .retentionPeriod(Durations.toCdk(DEAD_LETTERS_KEPT))
            .redriveAllowPolicy(
                RedriveAllowPolicy.builder().redrivePermission(RedrivePermission.DENY_ALL).build())
            .build();
    new RuleException(
            "AwsSolutions-SQS3",
            "It is a dead-letter queue, of an event source mapping, and nothing reads it.")
        .addTo(queue);
    return draft.lifecycle.applyTo(queue);
  }

  private void addSchedule() {
    Rule.Builder.create(this, "Schedule")
        .schedule(Schedule.rate(Durations.toCdk(SWEPT_EVERY)))
        .targets(List.of(LambdaFunction.Builder.create(sweeper.live()).build()))
        .build();
  }

  /** Returns the table; its writers need {@code dynamodb:PutItem} on it. */
  public Table table() {
    return table;
  }

  /** Returns the queue of the stream's records that the publisher gave up. */
  public IQueue deadLetterQueue() {
    return deadLetters;
  }

  /** Returns the function on the table's stream. */
  public Function publisher() {
    return publisher.function();
  }

  /** Returns the scheduled function. */
  public Function sweeper() {
    return sweeper.function();
  }

  /** Returns the alarms; a kind that watches destinations has one for each, in their order. */
  public Map<OutboxAlarm, List<Alarm>> alarms() {
    return alarms;
  }

  /** Returns the names of the destinations. */
  List<String> destinations() {
    return destinations;
  }

  /**
   * Collects the settings of an outbox and checks them. The package needs {@code
   * effectively-once-outbox}. Memory, variables and rights are those of both functions.
   */
  public static final class Builder extends FunctionBuilder<Builder> {
    private final OutboxDraft draft;

    private Builder(OutboxDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts an outbox under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new OutboxDraft(scope, id));
    }

    /**
     * Sets the handler of the stream, as {@code package.Class::handleRequest}. Default: the
     * library's {@code OutboxPublisher}.
     */
    public Builder publisher(String handler) {
      draft.publisher = handler;
      return this;
    }

    /**
     * Sets the handler of the schedule, as {@code package.Class::handleRequest}. Default: the
     * library's {@code OutboxSweeper}.
     */
    public Builder sweeper(String handler) {
      draft.sweeper = handler;
      return this;
    }

    /** Adds a queue that messages go to. At least one destination. */
    public Builder destination(String name, IQueue queue) {
      draft.destinations.add(name, queue);
      return this;
    }

    /** Adds an event bus that messages go to. At least one destination. */
    public Builder destination(String name, IEventBus bus) {
      draft.destinations.add(name, bus);
      return this;
    }

    /**
     * Makes CodeDeploy move both functions' alias {@code live} to each new version in these steps,
     * and back to the old one when the function's errors ring. Default: the alias moves at once.
     */
    public Builder gradualDeployment(ILambdaDeploymentConfig steps) {
      draft.gradualDeployment = Optional.of(steps);
      return this;
    }

    /**
     * Sets what becomes of the publisher's snapshot if nothing is published for 14 days; the
     * sweeper runs anyway. Default: {@link Snapshots#LEFT_TO_LAMBDA}.
     */
    public Builder snapshots(Snapshots snapshots) {
      draft.snapshots = snapshots;
      return this;
    }

    /** Sets {@link IdempotencyTable.Builder#warmWritesPerSecond} for the table of messages. */
    public Builder warmWritesPerSecond(int units) {
      draft.warmWrites = OptionalInt.of(units);
      return this;
    }

    /**
     * Sets the age from which the sweeper sends a message, at least a minute. A destination that
     * fails holds others for a minute longer at most. Default: 10 minutes.
     */
    public Builder sweptAfter(Duration age) {
      draft.sweptAfter = age;
      return this;
    }

    /**
     * Adds the outbox to the scope.
     *
     * @throws InvalidConstructException if something required is missing, or a destination's name
     *     is unusable or given twice; nothing is added then
     */
    public TransactionalOutbox build() {
      draft.check();
      return new TransactionalOutbox(draft);
    }
  }
}
