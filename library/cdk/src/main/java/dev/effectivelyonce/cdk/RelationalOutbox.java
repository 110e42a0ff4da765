package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/**
 * A Lambda function that sends the messages that consumers wrote to a PostgreSQL database in the
 * transaction of their completion. PostgreSQL does not call functions, so a schedule calls this
 * function every minute, and it sends the waiting messages. A service that runs all the time can
 * send them sooner.
 *
 * <p>Each destination has an alarm that rings when a message has waited long. Another alarm does
 * the same for all destinations that the outbox does not know. A further alarm rings when the
 * backlog was not read for 15 minutes.
 */
public final class RelationalOutbox extends Construct {
  private static final Duration EVERY = Duration.ofMinutes(1);

  /** The time of a run: it ends before the next one begins. */
  private static final Duration TIMEOUT = Duration.ofSeconds(55);

  private static final Duration LOOKED_AT = Duration.ofMinutes(5);

  private static final AlarmText OLDEST =
      new AlarmText(
          "OldestMessageAlarm",
          "relational-outbox-oldest-message",
          "a message to %s waits and can't be sent");
  private static final AlarmText UNKNOWN_DESTINATION =
      new AlarmText(
          "UnknownDestinationAlarm",
          "relational-outbox-oldest-message",
          "a message waits for a destination that the outbox does not know");
  private static final AlarmText UNPUBLISHED =
      new AlarmText(
          "UnpublishedAlarm", "relational-outbox-unpublished", "nobody sends what waits in it");

  private final Function publisher;
  private final Map<String, Alarm> oldestMessageAlarms;
  private final Alarm unknownDestinationAlarm;
  private final Alarm unpublishedAlarm;

  private RelationalOutbox(Builder settings) {
    super(settings.scope, settings.id);
    this.publisher =
        settings.add(
            this,
            EVERY,
            TIMEOUT,
            settings.destinations.variables(),
            settings.destinations.rights());
    AlarmNotice notice = settings.alarmNotice();
    this.oldestMessageAlarms =
        AlarmNotice.each(
            settings.destinations.names().stream(),
            name -> notice.alarm(this, OLDEST.of(name), waiting(name, settings), name));
    this.unknownDestinationAlarm =
        notice.alarm(this, UNKNOWN_DESTINATION, waiting(Destinations.UNKNOWN, settings));
    this.unpublishedAlarm = notice.alarm(this, UNPUBLISHED, Watch.heartbeat(publisher, LOOKED_AT));
    settings.tag(this);
  }

  private Watch waiting(String destination, Builder settings) {
    return Watch.scheduled(
        new ConsumerMetrics(publisher.getFunctionName()).oldest(destination),
        settings.oldestMessage.toMillis());
  }

  /** Returns the function that sends the messages. */
  public Function publisher() {
    return publisher;
  }

  /** Returns the alarms for messages that have waited too long, by the destinations' names. */
  public Map<String, Alarm> oldestMessageAlarms() {
    return oldestMessageAlarms;
  }

  /** Returns the alarm for messages to a destination that the outbox does not know. */
  public Alarm unknownDestinationAlarm() {
    return unknownDestinationAlarm;
  }

  /** Returns the alarm that rings when the backlog was not read for 15 minutes. */
  public Alarm unpublishedAlarm() {
    return unpublishedAlarm;
  }

  /**
   * Builds an outbox and checks its settings. The function's package needs {@code
   * effectively-once-postgres} and {@code effectively-once-outbox}.
   */
  public static final class Builder extends RelationalFunctionBuilder<Builder> {
    private final Destinations destinations = new Destinations();
    private Duration oldestMessage = Duration.ofMinutes(10);

    private Builder(Construct scope, String id) {
      super(scope, id);
    }

    /** Returns a builder for an outbox in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
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
     * Sets the age of a message from which its alarm rings, at least 5 minutes. Default: 10
     * minutes.
     */
    public Builder oldestMessageAlarm(Duration age) {
      this.oldestMessage = age;
      return this;
    }

    @Override
    public RelationalOutbox build() {
      check();
      return new RelationalOutbox(this);
    }

    @Override
    Stream<List<String>> problems() {
      return Stream.concat(super.problems(), Stream.of(destinations.problems(), oldestProblems()));
    }

    private List<String> oldestProblems() {
      return new Problems()
          .when(
              oldestMessage.compareTo(LOOKED_AT) < 0,
              "oldestMessageAlarm is %s: what is refused is tried every %s. Set that or more.",
              oldestMessage,
              LOOKED_AT)
          .all();
    }
  }
}
