package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * A Lambda function that checks every five minutes for what nothing else shows, and has an alarm
 * for each consumer:
 *
 * <ul>
 *   <li>Records that are half done or held. The alarm rings if a record stays in this state for
 *       long. Behind HTTP, or if another service calls a function, such a record is in no queue.
 *   <li>Event sources that Lambda no longer reads: a stream, a topic, a queue of RabbitMQ or the
 *       table of an outbox. The alarm rings at the second check in a row that finds the event
 *       source mapping disabled, unable to read, or gone. A function that isn't invoked reports
 *       nothing itself. For a queue of SQS {@link ConsumerAlarm#OLDEST_MESSAGE} rings.
 * </ul>
 *
 * <p>The function reads only the table's index {@code listing}, the records in it, and the state of
 * those event source mappings. A further alarm rings if there was no successful check for 15
 * minutes, because the function fails, the table does not answer or has no such index, or the
 * schedule has stopped.
 */
public final class StuckRecordMonitor extends Construct {
  static final Duration EVERY = Duration.ofMinutes(5);

  private static final AlarmText UNSETTLED =
      new AlarmText(
          "UnsettledAlarm", "unsettled", "a record of %s has been half done or held for %s");
  private static final AlarmText UNWATCHED =
      new AlarmText("UnwatchedAlarm", "unwatched", "nobody looks for records that are half done");

  private static final AlarmText STOPPED =
      new AlarmText(
          "SourceStoppedAlarm",
          "source-stopped",
          "Lambda no longer reads the event source of %s: its mapping is disabled, fails or is"
              + " gone");

  private final Function function;
  private final Map<String, Alarm> alarms;
  private final Map<String, Alarm> sourceAlarms;
  private final Alarm unwatchedAlarm;

  private StuckRecordMonitor(Builder settings) {
    super(settings.scope, settings.id);
    this.function = JavaFunction.scheduled(this, settings.functionSettings(), EVERY);
    AlarmNotice notice = settings.alarmNotice();
    Duration late = settings.ringsAfter;
    this.alarms =
        AlarmNotice.each(
            settings.names().stream(),
            it ->
                notice.alarm(
                    this,
                    UNSETTLED.of(it),
                    Watch.scheduled(age(it), late.toMillis()),
                    it,
                    Durations.text(late)));
    this.sourceAlarms =
        AlarmNotice.each(
            settings.sources.stream().map(WatchedSource::name),
            it -> notice.alarm(this, STOPPED.of(it), Watch.scheduledTwice(stopped(it), 1), it));
    this.unwatchedAlarm = notice.alarm(this, UNWATCHED, Watch.heartbeat(function, EVERY));
    settings.tag(this);
  }

  /** Returns whether the event source of this name is stopped. */
  Metric stopped(String name) {
    return new ConsumerMetrics(function.getFunctionName()).sourceStopped(name);
  }

  /** Returns how long the oldest record of a consumer has been half done or held. */
  Metric age(String consumer) {
    return new ConsumerMetrics(function.getFunctionName()).unsettled(consumer);
  }

  /** Returns the function that checks the records. */
  public Function function() {
    return function;
  }

  /** Returns the alarms for records that have waited too long, by the consumers' names. */
  public Map<String, Alarm> alarms() {
    return alarms;
  }

  /**
   * Returns the alarms for event sources that are no longer read, by the consumers' names, and by
   * the construct ids of outboxes.
   */
  public Map<String, Alarm> sourceAlarms() {
    return sourceAlarms;
  }

  /** Returns the alarm that rings if there was no successful check for 15 minutes. */
  public Alarm unwatchedAlarm() {
    return unwatchedAlarm;
  }

  List<Alarm> allAlarms() {
    return Stream.of(
            alarms.values().stream(), sourceAlarms.values().stream(), Stream.of(unwatchedAlarm))
        .flatMap(it -> it)
        .toList();
  }

  /** Builds a monitor and checks its settings. */
  public static final class Builder extends FunctionBuilder<Builder> {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final List<RecordedConstruct<?>> watched = new ArrayList<>();
    private final List<WatchedSource> sources = new ArrayList<>();
    private Duration ringsAfter = Duration.ofHours(1);

    private Builder(Construct scope, String id) {
      super(scope, id);
    }

    /** Returns a builder for a monitor in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Sets the function's handler, as {@code package.Class::handleRequest}: a class of yours that
     * calls the library's {@code UnsettledMetrics} and {@code StoppedSourceMetrics}. Required.
     */
    public Builder handler(String handler) {
      this.handler = Optional.of(handler);
      return this;
    }

    /**
     * Adds a consumer to monitor. At least one consumer, function, API, source or outbox is
     * required. All consumers, functions and APIs must keep their records in the same table.
     */
    public Builder consumer(IdempotentConsumer consumer) {
      return watch(consumer);
    }

    /** Adds a service that consumes a queue, to monitor. */
    public Builder consumer(IdempotentWorkerService service) {
      return watch(service);
    }

    /** Adds a consumer of a stream, of Kafka or of RabbitMQ, and its event source, to monitor. */
    public Builder consumer(ParkingConsumer consumer) {
      return watch(consumer);
    }

    /**
     * Adds only the event source of a consumer of a stream, of Kafka or of RabbitMQ, wherever it
     * keeps its records.
     */
    public Builder source(ParkingConsumer consumer) {
      WatchedSource.of(consumer).ifPresent(sources::add);
      return this;
    }

    /** Adds the stream of an outbox, from which its publisher learns of new messages. */
    public Builder outbox(TransactionalOutbox outbox) {
      this.sources.add(WatchedSource.of(outbox));
      return this;
    }

    /** Adds a function to monitor. */
    public Builder function(EffectivelyOnceFunction function) {
      return watch(function);
    }

    /** Adds an API to monitor. */
    public Builder api(IdempotentApi api) {
      return watch(api);
    }

    private Builder watch(RecordedConstruct<?> consumer) {
      this.watched.add(consumer);
      WatchedSource.of(consumer).ifPresent(sources::add);
      return this;
    }

    /**
     * Sets how long a record may be half done or held before its alarm rings. The time is counted
     * from when an attempt or an operator last continued with the record. Default: one hour; at
     * least five minutes. It should be longer than a consumer takes to give up by itself.
     */
    public Builder ringsAfter(Duration age) {
      this.ringsAfter = age;
      return this;
    }

    @Override
    public StuckRecordMonitor build() {
      check();
      return new StuckRecordMonitor(this);
    }

    List<String> names() {
      return watched.stream().map(RecordedConstruct::consumerName).toList();
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.of(
          new Problems().missing("code", code).missing("handler", handler).all(),
          watchedProblems(),
          sourceProblems(),
          ageProblems());
    }

    FunctionSettings functionSettings() {
      return settings(handler.orElseThrow(), TIMEOUT, variables(), rights());
    }

    private Map<String, String> variables() {
      Map<String, String> variables = new LinkedHashMap<>();
      table()
          .ifPresent(
              table -> {
                variables.put(EnvironmentVariables.TABLE, table.getTableName());
                variables.put(EnvironmentVariables.CONSUMERS, String.join(",", names()));
              });
      if (!sources.isEmpty()) {
        variables.put(EnvironmentVariables.SOURCES, joined(WatchedSource::variable));
      }
      return variables;
    }

    private String joined(java.util.function.Function<WatchedSource, String> part) {
      return sources.stream().map(part).collect(Collectors.joining(","));
    }

    @Override
    Map<String, String> variablesOfConsumers() {
      return Map.of(
          EnvironmentVariables.CONSUMERS,
          String.join(",", names()),
          EnvironmentVariables.SOURCES,
          joined(WatchedSource::variableToMeasure));
    }

    private List<Permission> rights() {
      return Stream.concat(
              table().stream().flatMap(this::toReadRecords),
              sources.stream().map(WatchedSource::right))
          .toList();
    }

    private Stream<Permission> toReadRecords(ITable table) {
      String index = table.getTableArn() + "/index/" + IdempotencyTable.LISTING_INDEX;
      return Stream.concat(
          Stream.of(
              Permission.of(table.getTableArn(), "dynamodb:GetItem").asNarrowAs(watched),
              Permission.of(index, "dynamodb:Query")),
          Keys.toUse(table));
    }

    /** Returns the table of the records; empty if only event sources are watched. */
    private Optional<ITable> table() {
      return watched.stream().findFirst().flatMap(RecordedConstruct::table);
    }

    private List<String> sourceProblems() {
      List<String> all = sources.stream().map(WatchedSource::name).toList();
      return all.stream()
          .distinct()
          // A consumer that is given twice is told of by its own name.
          .filter(name -> Collections.frequency(names(), name) < 2)
          .filter(name -> Collections.frequency(all, name) > 1)
          .map("event source of '%s' is given twice. Name each once."::formatted)
          .toList();
    }

    private List<String> watchedProblems() {
      if (watched.isEmpty()) {
        return new Problems()
            .when(
                sources.isEmpty(),
                "consumer, function, api, source or outbox is missing. Name at least one before"
                    + " build().")
            .all();
      }
      Problems relational = new Problems();
      for (RecordedConstruct<?> it : watched) {
        relational.when(
            it.table().isEmpty(),
            "consumer '%s' keeps its records in %s, which this watch does not read. Leave it out,"
                + " or name only its event source by source(), and look by 'effectively-once"
                + " inspect --list halfdone'.",
            it.consumerName(),
            it.server());
      }
      return relational.isEmpty() ? tableProblems() : relational.all();
    }

    private List<String> tableProblems() {
      ITable first = table().orElseThrow();
      Problems problems =
          new Problems().repeated(names(), "consumer '%s' is given twice. Name each once.");
      for (RecordedConstruct<?> it : watched) {
        problems.when(
            !it.storeLocation().equals(first.getTableArn()),
            "consumer '%s' keeps its records in another table. Make it a watch of its own.",
            it.consumerName());
      }
      return problems.and(TableRules.listingProblems(first)).all();
    }

    private List<String> ageProblems() {
      return new Problems()
          .when(
              ringsAfter.compareTo(StuckRecordMonitor.EVERY) < 0,
              "ringsAfter is %s: the watch looks every %s. Set that or more.",
              ringsAfter,
              StuckRecordMonitor.EVERY)
          .all();
    }
  }
}
