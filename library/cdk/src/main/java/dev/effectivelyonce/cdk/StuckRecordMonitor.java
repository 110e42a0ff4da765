package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * A Lambda function that checks every five minutes for records that are half done or held. Each
 * consumer has an alarm that rings if a record stays in this state for long. Behind HTTP, or if
 * another service calls a function, nothing else shows such a record, because it is in no queue.
 *
 * <p>The function reads only the table's index {@code listing} and the records in it. A further
 * alarm rings if there was no successful check for 15 minutes, because the function fails, the
 * table does not answer or has no such index, or the schedule has stopped.
 */
public final class StuckRecordMonitor extends Construct {
  static final Duration EVERY = Duration.ofMinutes(5);

  private static final AlarmText UNSETTLED =
      new AlarmText(
          "UnsettledAlarm", "unsettled", "a record of %s has been half done or held for %s");
  private static final AlarmText UNWATCHED =
      new AlarmText("UnwatchedAlarm", "unwatched", "nobody looks for records that are half done");

  private final Function function;
  private final Map<String, Alarm> alarms;
  private final Alarm unwatchedAlarm;

  private StuckRecordMonitor(Builder settings) {
    super(settings.scope, settings.id);
    this.function = JavaFunction.scheduled(this, settings.functionSettings(), EVERY);
    this.alarms = addAlarms(settings);
    this.unwatchedAlarm =
        settings.alarmNotice().alarm(this, UNWATCHED, Watch.heartbeat(function, EVERY));
    settings.tag(this);
  }

  private Map<String, Alarm> addAlarms(Builder settings) {
    Map<String, Alarm> added = new LinkedHashMap<>();
    for (String consumer : settings.names()) {
      added.put(
          consumer,
          settings
              .alarmNotice()
              .alarm(
                  this,
                  UNSETTLED.of(consumer),
                  Watch.scheduled(age(consumer), settings.ringsAfter.toMillis()),
                  consumer,
                  Durations.text(settings.ringsAfter)));
    }
    return Collections.unmodifiableMap(added);
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

  /** Returns the alarm that rings if there was no successful check for 15 minutes. */
  public Alarm unwatchedAlarm() {
    return unwatchedAlarm;
  }

  List<Alarm> allAlarms() {
    return Stream.concat(alarms.values().stream(), Stream.of(unwatchedAlarm)).toList();
  }

  /** Builds a monitor and checks its settings. */
  public static final class Builder extends FunctionBuilder<Builder> {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final List<RecordedFunction<?>> watched = new ArrayList<>();
    private Optional<String> handler = Optional.empty();
    private Duration ringsAfter = Duration.ofHours(1);

    private Builder(Construct scope, String id) {
      super(scope, id);
    }

    @Override
    Builder self() {
      return this;
    }

    /** Returns a builder for a monitor in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Sets the function's handler, as {@code package.Class::handleRequest}: a class of yours that
     * calls the library's {@code UnsettledMetrics}. Required.
     */
    public Builder handler(String handler) {
      this.handler = Optional.of(handler);
      return this;
    }

    /**
     * Adds a consumer to monitor. At least one consumer, function or API is required, and all must
     * keep their records in the same table.
     */
    public Builder consumer(IdempotentConsumer consumer) {
      return watch(consumer);
    }

    /** Adds a consumer of a stream, of Kafka or of RabbitMQ to monitor. */
    public Builder consumer(ParkingConsumer consumer) {
      return watch(consumer);
    }

    /** Adds a function to monitor. */
    public Builder function(EffectivelyOnceFunction function) {
      return watch(function);
    }

    /** Adds an API to monitor. */
    public Builder api(IdempotentApi api) {
      return watch(api);
    }

    private Builder watch(RecordedFunction<?> consumer) {
      this.watched.add(consumer);
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
      return watched.stream().map(RecordedFunction::consumerName).toList();
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.of(
          MissingSettings.none().and("code", code).and("handler", handler).missing(),
          watchedProblems(),
          ageProblems());
    }

    @Override
    Stream<String> handlers() {
      return handler.stream();
    }

    FunctionSettings functionSettings() {
      return settings(handler.orElseThrow(), TIMEOUT, variables(), rights());
    }

    private Map<String, String> variables() {
      return Map.of(
          EnvironmentVariables.TABLE,
          table().getTableName(),
          EnvironmentVariables.CONSUMERS,
          String.join(",", names()));
    }

    private List<Permission> rights() {
      String index = table().getTableArn() + "/index/" + IdempotencyTable.LISTING_INDEX;
      return Stream.concat(
              Stream.of(
                  Permission.of(table().getTableArn(), "dynamodb:GetItem").asNarrowAs(watched),
                  Permission.of(index, "dynamodb:Query")),
              Keys.toUse(table()))
          .toList();
    }

    private ITable table() {
      return watched.getFirst().table().orElseThrow();
    }

    private List<String> watchedProblems() {
      if (watched.isEmpty()) {
        return List.of("consumer, function or api is missing. Name at least one before build().");
      }
      List<String> relational =
          watched.stream()
              .filter(it -> it.table().isEmpty())
              .map(
                  it ->
                      ("consumer '%s' keeps its records in %s, which this watch does not read."
                           + " Leave it out, and look by 'effectively-once inspect --list open'.")
                          .formatted(it.consumerName(), it.server()))
              .toList();
      if (!relational.isEmpty()) {
        return relational;
      }
      Stream<String> repeated =
          names().stream()
              .distinct()
              .filter(name -> names().indexOf(name) != names().lastIndexOf(name))
              .map("consumer '%s' is given twice. Name each once."::formatted);
      String table = table().getTableArn();
      Stream<String> elsewhere =
          watched.stream()
              .filter(it -> !it.storeLocation().equals(table))
              .map(
                  it ->
                      "consumer '%s' keeps its records in another table. Make it a watch of its own."
                          .formatted(it.consumerName()));
      return Stream.of(repeated, elsewhere, TableRules.listingProblems(table()).stream())
          .flatMap(it -> it)
          .toList();
    }

    private List<String> ageProblems() {
      return ringsAfter.compareTo(StuckRecordMonitor.EVERY) < 0
          ? List.of(
              "ringsAfter is %s: the watch looks every %s. Set that or more."
                  .formatted(Durations.text(ringsAfter), Durations.text(StuckRecordMonitor.EVERY)))
          : List.of();
    }
  }
}
