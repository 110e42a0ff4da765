package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.RedriveAllowPolicy;
import software.amazon.awscdk.services.sqs.RedrivePermission;
import software.constructs.Construct;

/**
 * An outbox table to which consumers write outgoing messages in the transaction of their
 * completion, with two functions that send them. A publisher reads the table's stream, and a
 * sweeper sends messages that the stream missed.
 *
 * <p>A consumer that writes messages needs {@code dynamodb:PutItem} on {@link #table}, but no
 * permission to send. If a destination is encrypted with your own key, the key must allow the
 * functions' roles.
 */
public final class TransactionalOutbox extends Construct {
  private static final Duration DEAD_LETTERS_KEPT = Duration.ofDays(14);
  static final Duration SWEPT_EVERY = Duration.ofMinutes(5);

  private final Table table;
  private final Queue deadLetters;
  private final ConsumerFunction publisher;
  private final ConsumerFunction sweeper;
  private final CfnEventSourceMapping source;
  private final List<String> destinations;
  private final Map<OutboxAlarm, List<Alarm>> alarms;

  private TransactionalOutbox(Builder settings) {
    super(settings.scope, settings.id);
    this.table = addTable(settings);
    this.deadLetters = addDeadLetters(settings);
    this.publisher =
        ConsumerFunction.create(
            new Construct(this, "Publisher"), settings.publisherSettings(table, deadLetters));
    this.sweeper =
        ConsumerFunction.create(new Construct(this, "Sweeper"), settings.sweeperSettings(table));
    this.source = OutboxStream.feed(this, table, publisher.alias(), deadLetters);
    JavaFunction.schedule(this, sweeper.alias(), SWEPT_EVERY);
    this.destinations = settings.destinations.names();
    this.alarms =
        new OutboxAlarms(
                deadLetters,
                publisher.function(),
                sweeper.function(),
                destinations,
                settings.sweptAfter)
            .under(this, settings.alarmNotice());
    settings.gradualDeployment.ifPresent(this::deployGradually);
    if (settings.snapshots == Snapshots.KEPT) {
      SnapshotSchedule.add(this, publisher.alias(), SnapshotSchedule.EMPTY_BATCH);
    }
    settings.tag(this);
  }

  private void deployGradually(ILambdaDeploymentConfig steps) {
    GradualDeployment.add(
        (Construct) publisher.function().getNode().getScope(),
        publisher.alias(),
        steps,
        List.copyOf(Objects.requireNonNull(alarms.get(OutboxAlarm.PUBLISHER_ERRORS))));
    GradualDeployment.add(
        (Construct) sweeper.function().getNode().getScope(),
        sweeper.alias(),
        steps,
        List.copyOf(Objects.requireNonNull(alarms.get(OutboxAlarm.SWEEPER_ERRORS))));
  }

  private Table addTable(Builder settings) {
    Table.Builder builder =
        Table.Builder.create(this, "Table")
            .partitionKey(string("lane"))
            .sortKey(string("id"))
            .stream(StreamViewType.KEYS_ONLY)
            .timeToLiveAttribute("expiration");
    return settings.lifecycle.build(builder, settings.encryptionKey, settings.warmWrites);
  }

  private static Attribute string(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }

  private Queue addDeadLetters(Builder settings) {
    Queue queue =
        Keys.encrypt(Queue.Builder.create(this, "DeadLetterQueue"), settings.encryptionKey)
            .enforceSsl(true)
            .retentionPeriod(Durations.toCdk(DEAD_LETTERS_KEPT))
            .redriveAllowPolicy(
                RedriveAllowPolicy.builder().redrivePermission(RedrivePermission.DENY_ALL).build())
            .build();
    new RuleException(
            "AwsSolutions-SQS3",
            "It is a dead-letter queue, of an event source mapping, and nothing reads it.")
        .addTo(queue);
    return settings.lifecycle.applyTo(queue);
  }

  /** Returns the table; its writers need {@code dynamodb:PutItem} on it. */
  public Table table() {
    return table;
  }

  /** Returns the queue of stream records that the publisher gave up. */
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

  /**
   * Returns the alarms. A kind of alarm for destinations has one alarm for each of them, in their
   * order.
   */
  public Map<OutboxAlarm, List<Alarm>> alarms() {
    return alarms;
  }

  /** Returns the mapping by which Lambda reads the table's stream. */
  CfnEventSourceMapping watchedSource() {
    return source;
  }

  /** Returns the names of the destinations. */
  List<String> destinations() {
    return destinations;
  }

  /**
   * Builds an outbox and checks its settings. The functions' package needs {@code
   * effectively-once-outbox}. Memory, variables and permissions apply to both functions.
   */
  public static final class Builder extends FunctionBuilder<Builder> {
    /** The package of the library's handlers, which the functions' package holds. */
    private static final String LIBRARY = "dev.effectivelyonce.outbox.";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SWEEPER_TIMEOUT = Duration.ofMinutes(2);

    private final Destinations destinations = new Destinations();
    private String publisher = LIBRARY + "OutboxPublisher::handleRequest";
    private String sweeper = LIBRARY + "OutboxSweeper::handleRequest";
    private Optional<ILambdaDeploymentConfig> gradualDeployment = Optional.empty();
    private Snapshots snapshots = Snapshots.LEFT_TO_LAMBDA;
    private OptionalInt warmWrites = OptionalInt.empty();
    private Duration sweptAfter = Duration.ofMinutes(10);

    private Builder(Construct scope, String id) {
      super(scope, id);
    }

    /** Returns a builder for an outbox in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Sets the handler of the stream, as {@code package.Class::handleRequest}. Default: the
     * library's {@code OutboxPublisher}.
     */
    public Builder publisher(String handler) {
      this.publisher = handler;
      return this;
    }

    /**
     * Sets the handler of the schedule, as {@code package.Class::handleRequest}. Default: the
     * library's {@code OutboxSweeper}.
     */
    public Builder sweeper(String handler) {
      this.sweeper = handler;
      return this;
    }

    /** Adds a queue as a destination. At least one destination is required. */
    public Builder destination(String name, IQueue queue) {
      this.destinations.add(name, queue);
      return this;
    }

    /** Adds an event bus as a destination. At least one destination is required. */
    public Builder destination(String name, IEventBus bus) {
      this.destinations.add(name, bus);
      return this;
    }

    /**
     * Makes CodeDeploy move both functions' alias {@code live} to each new version in these steps,
     * and back to the old version if the alarm for the function's errors rings. Default: the alias
     * moves at once.
     */
    public Builder gradualDeployment(ILambdaDeploymentConfig steps) {
      this.gradualDeployment = Optional.of(steps);
      return this;
    }

    /**
     * Sets what happens to the publisher's snapshot if nothing is published for 14 days. The
     * sweeper is not affected, because it runs on a schedule. Default: {@link
     * Snapshots#LEFT_TO_LAMBDA}.
     */
    public Builder snapshots(Snapshots snapshots) {
      this.snapshots = snapshots;
      return this;
    }

    /** Sets {@link IdempotencyTable.Builder#warmWritesPerSecond} for the table of messages. */
    public Builder warmWritesPerSecond(int units) {
      this.warmWrites = OptionalInt.of(units);
      return this;
    }

    /**
     * Sets the age from which the sweeper sends a message, at least a minute. A failing destination
     * holds up others for at most one minute longer than this age. Default: 10 minutes.
     */
    public Builder sweptAfter(Duration age) {
      this.sweptAfter = age;
      return this;
    }

    @Override
    public TransactionalOutbox build() {
      check();
      return new TransactionalOutbox(this);
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.of(
          new Problems().missing("code", code).all(),
          destinations.problems(),
          sweptAfterProblems(),
          WarmWrites.problems(warmWrites));
    }

    @Override
    Stream<String> handlers() {
      return Stream.of(publisher, sweeper);
    }

    private FunctionSettings publisherSettings(Table table, IQueue deadLetters) {
      return settings(
          publisher,
          TIMEOUT,
          table,
          Stream.concat(
              Keys.toSend(deadLetters),
              Stream.of(
                  Permission.of(
                      table.getTableArn(), "dynamodb:BatchWriteItem", "dynamodb:PartiQLSelect"),
                  Permission.toReadStream(
                      Optional.ofNullable(table.getTableStreamArn()).orElseThrow()),
                  Permission.of(deadLetters.getQueueArn(), "sqs:SendMessage"))));
    }

    private FunctionSettings sweeperSettings(Table table) {
      return settings(
          sweeper,
          SWEEPER_TIMEOUT,
          table,
          Stream.of(
              Permission.of(table.getTableArn(), "dynamodb:BatchWriteItem", "dynamodb:Scan")));
    }

    private FunctionSettings settings(
        String handler, Duration timeout, Table table, Stream<Permission> own) {
      return settings(
          handler,
          timeout,
          variables(table),
          Stream.of(own, Keys.toUse(table), destinations.rights())
              .flatMap(it -> it)
              .distinct()
              .toList());
    }

    private Map<String, String> variables(Table table) {
      Map<String, String> variables = new LinkedHashMap<>();
      variables.put(EnvironmentVariables.OUTBOX_TABLE, table.getTableName());
      variables.put(EnvironmentVariables.OUTBOX_SWEPT_AFTER, sweptAfter.toString());
      variables.putAll(destinations.variables());
      return variables;
    }

    private List<String> sweptAfterProblems() {
      return sweptAfter.compareTo(Duration.ofMinutes(1)) < 0
          ? List.of("sweptAfter is shorter than a minute. Leave the publisher time to send.")
          : List.of();
    }
  }
}
