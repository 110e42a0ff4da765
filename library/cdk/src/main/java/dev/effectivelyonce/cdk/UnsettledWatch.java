package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * A Lambda function that looks every five minutes for records that are half done or held. Each
 * consumer has an alarm that rings where one has stayed so for long. Behind HTTP, and where another
 * service calls a function, nothing else shows such a record: no queue has it.
 *
 * <p>The function reads the table's index {@code listing} and the records that it names, nothing
 * else. One more alarm rings where nobody has looked for a quarter of an hour: the function fails,
 * the table does not answer or has no such index, or the schedule has stopped.
 */
public final class UnsettledWatch extends Construct {
  static final Duration EVERY = Duration.ofMinutes(5);

  private static final AlarmText UNSETTLED =
      new AlarmText(
          "UnsettledAlarm", "unsettled", "a record of %s has been half done or held for %s");
  private static final AlarmText UNWATCHED =
      new AlarmText("UnwatchedAlarm", "unwatched", "nobody looks for records that are half done");

  private final Function function;
  private final Map<String, Alarm> alarms;
  private final Alarm unwatchedAlarm;

  private UnsettledWatch(UnsettledDraft draft) {
    super(draft.scope, draft.id);
    this.function = JavaFunction.scheduled(this, draft.functionSettings(), EVERY);
    this.alarms = addAlarms(draft);
    this.unwatchedAlarm =
        draft
            .alarmNotice()
            .alarm(this, UNWATCHED, Watch.unbroken(Watch.errors(function, EVERY), 1));
    draft.tag(this);
  }

  private Map<String, Alarm> addAlarms(UnsettledDraft draft) {
    Map<String, Alarm> added = new LinkedHashMap<>();
    for (String consumer : draft.names()) {
      added.put(
          consumer,
          draft
              .alarmNotice()
              .alarm(
                  this,
                  UNSETTLED.of(consumer),
                  Watch.scheduled(age(consumer), draft.ringsAfter.toMillis()),
                  consumer,
                  Durations.text(draft.ringsAfter)));
    }
    return Collections.unmodifiableMap(added);
  }

  /** Returns how long the oldest record of a consumer has been half done or held. */
  Metric age(String consumer) {
    return new ConsumerMetrics(function.getFunctionName()).unsettled(consumer);
  }

  /** Returns the function that looks. */
  public Function function() {
    return function;
  }

  /** Returns the alarms for records that have waited too long, by the consumers' names. */
  public Map<String, Alarm> alarms() {
    return alarms;
  }

  /** Returns the alarm that rings where nobody has looked for a quarter of an hour. */
  public Alarm unwatchedAlarm() {
    return unwatchedAlarm;
  }

  List<Alarm> allAlarms() {
    return Stream.concat(alarms.values().stream(), Stream.of(unwatchedAlarm)).toList();
  }

  /** Collects the settings of a watch and checks them. */
  public static final class Builder extends FunctionBuilder<Builder> {
    private final UnsettledDraft draft;

    private Builder(UnsettledDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a watch under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new UnsettledDraft(scope, id));
    }

    /**
     * Sets the function's handler, as {@code package.Class::handleRequest}: a class of yours that
     * calls the library's {@code UnsettledMetrics}. Required.
     */
    public Builder handler(String handler) {
      draft.handler = Optional.of(handler);
      return this;
    }

    /**
     * Adds a consumer whose records are watched. At least one consumer, function or API; all must
     * keep their records in one table.
     */
    public Builder consumer(IdempotentConsumer consumer) {
      return watch(consumer, consumer.recordAccess());
    }

    /** Adds a consumer of a stream, of Kafka or of RabbitMQ whose records are watched. */
    public Builder consumer(ParkingConsumer consumer) {
      return watch(consumer, consumer.recordAccess());
    }

    /** Adds a function whose records are watched. */
    public Builder function(EffectivelyOnceFunction function) {
      return watch(function, function.recordAccess());
    }

    /** Adds an API whose records are watched. */
    public Builder api(IdempotentApi api) {
      return watch(api, api.recordAccess());
    }

    private Builder watch(NamedConsumer consumer, RecordAccess access) {
      draft.watched.add(new UnsettledDraft.Watched(consumer, access));
      return this;
    }

    /**
     * Sets how long a record may be half done or held. The time counts from when an attempt or an
     * operator last went on with it. Default: one hour; at least five minutes. Choose it longer
     * than a consumer takes to give up by itself.
     */
    public Builder ringsAfter(Duration age) {
      draft.ringsAfter = age;
      return this;
    }

    /**
     * Adds the watch to the scope.
     *
     * @throws InvalidConstructException if something required is missing, a consumer is given
     *     twice, or the consumers have different tables; nothing is added then
     */
    public UnsettledWatch build() {
      draft.check();
      return new UnsettledWatch(draft);
    }
  }
}
