package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmRule;
import software.amazon.awscdk.services.cloudwatch.AlarmState;
import software.amazon.awscdk.services.cloudwatch.CfnAlarm;
import software.amazon.awscdk.services.cloudwatch.CompositeAlarm;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.cloudwatch.IAlarmRule;
import software.constructs.Construct;

/**
 * A single page for an outage of the store. Without it, the alarms of each function that uses the
 * store ring separately: first because the function can't use the store, and then because its
 * messages are late.
 *
 * <p>The alarm rings when one of its functions can't use the store. It takes over the actions of
 * the functions' own alarms for that, which then only show their state. The actions of their alarms
 * for late messages and errors are taken by one alarm for each function ({@link #lateAlarms}). This
 * alarm waits five minutes for the alarm of the store. It stays silent during an outage and for 15
 * minutes after it, while the backlog is processed.
 */
public final class StoreAwayAlarm extends Construct {
  private static final String STORE_FAILED = ConsumerAlarm.STORE_FAILED.name();

  /** The alarms that an outage of the store sets off too, and that other faults do as well. */
  private static final Set<String> LATE =
      Set.of(
          "OLDEST_MESSAGE",
          "GIVEN_BACK",
          "ITERATOR_AGE",
          "OFFSET_LAG",
          "QUEUE_DEPTH",
          "SERVER_ERRORS",
          "ERRORS");

  private static final List<RuleException> COMBINED =
      Stream.of("NIST.800.53.R4", "NIST.800.53.R5")
          .map(
              pack ->
                  new RuleException(
                      pack + "-CloudWatchAlarmAction",
                      "The alarm acts through one that combines it with others, so that an outage"
                          + " of the store is one page."))
          .toList();

  /** The store's own alarm takes up to five minutes, and those of errors no longer. */
  private static final Duration NOTICED = Duration.ofMinutes(5);

  private static final Duration WORKED_OFF = Duration.ofMinutes(15);

  private final CompositeAlarm alarm;
  private final Map<String, CompositeAlarm> lateAlarms = new LinkedHashMap<>();

  private StoreAwayAlarm(Builder settings) {
    super(settings.scope, settings.id);
    this.alarm =
        settings.acting(
            common(settings, "Alarm", "the store of the records is not usable", "#store-failed")
                .alarmRule(
                    rings(
                        settings.functions.stream()
                            .flatMap(it -> takenOver(it, Set.of(STORE_FAILED)).stream())
                            .toList())));
    for (RecordedConstruct<?> function : settings.functions) {
      String name = function.consumerName();
      lateAlarms.put(
          name,
          settings.acting(
              common(settings, "LateAlarm-" + name, name + " is late or fails", "#late")
                  .alarmRule(rings(takenOver(function, LATE)))
                  .actionsSuppressor(alarm)
                  .actionsSuppressorWaitPeriod(Durations.toCdk(NOTICED))
                  .actionsSuppressorExtensionPeriod(Durations.toCdk(WORKED_OFF))));
    }
  }

  private CompositeAlarm.Builder common(
      Builder settings, String alarmId, String meaning, String anchor) {
    return CompositeAlarm.Builder.create(this, alarmId)
        .alarmDescription(
            getNode().getPath() + ": " + meaning + ". See " + settings.runbook + anchor);
  }

  /** Returns a function's alarms of these kinds, which do nothing by themselves any more. */
  private static List<Alarm> takenOver(RecordedConstruct<?> function, Set<String> kinds) {
    List<Alarm> alarms = new ArrayList<>();
    function
        .alarmsByKind()
        .forEach(
            (kind, alarm) -> {
              if (kinds.contains(kind.name())) {
                alarms.add(alarm);
              }
            });
    for (Alarm alarm : alarms) {
      ((CfnAlarm) alarm.getNode().getDefaultChild()).setActionsEnabled(false);
      RuleException.add(alarm, COMBINED);
    }
    return alarms;
  }

  private static IAlarmRule rings(List<Alarm> alarms) {
    return AlarmRule.anyOf(
        alarms.stream()
            .map(it -> AlarmRule.fromAlarm(it, AlarmState.ALARM))
            .toArray(IAlarmRule[]::new));
  }

  /** Returns the alarm that rings while the store can't be used. */
  public CompositeAlarm alarm() {
    return alarm;
  }

  /** Returns the alarms for late messages and errors, by the functions' consumer names. */
  public Map<String, CompositeAlarm> lateAlarms() {
    return Map.copyOf(lateAlarms);
  }

  /** Builds the alarm. */
  public static final class Builder {
    private final Construct scope;
    private final String id;
    private final List<RecordedConstruct<?>> functions = new ArrayList<>();
    private final List<IAlarmAction> actions = new ArrayList<>();
    private String runbook = "docs/operations.md";

    private Builder(Construct scope, String id) {
      this.scope = scope;
      this.id = id;
    }

    /** Returns a builder for an alarm in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /**
     * Adds a consumer of a queue. At least one consumer, function or API is required, and all must
     * use the same store.
     */
    public Builder consumer(IdempotentConsumer consumer) {
      return add(consumer);
    }

    /** Adds a service that consumes a queue. */
    public Builder consumer(IdempotentWorkerService service) {
      return add(service);
    }

    /** Adds a consumer of a stream, of Kafka or of RabbitMQ. */
    public Builder consumer(ParkingConsumer consumer) {
      return add(consumer);
    }

    /** Adds a function. */
    public Builder function(EffectivelyOnceFunction function) {
      return add(function);
    }

    /** Adds an API. */
    public Builder api(IdempotentApi api) {
      return add(api);
    }

    private Builder add(RecordedConstruct<?> function) {
      this.functions.add(function);
      return this;
    }

    /**
     * Adds an action of the alarm and of the alarms for late messages. It is taken when they ring
     * and when they are over. Default: no one is notified.
     */
    public Builder pageAction(IAlarmAction action) {
      this.actions.add(action);
      return this;
    }

    /**
     * Sets the address of the runbook in the alarms' texts. Default: {@code docs/operations.md}.
     */
    public Builder runbook(String address) {
      this.runbook = address;
      return this;
    }

    /**
     * Adds the alarm to the scope.
     *
     * @throws InvalidConstructException if no function was added, one was added twice, or they use
     *     different stores; nothing is added then
     */
    public StoreAwayAlarm build() {
      List<String> problems = problems();
      if (!problems.isEmpty()) {
        throw new InvalidConstructException(scope.getNode().getPath() + "/" + id, problems);
      }
      return new StoreAwayAlarm(this);
    }

    private List<String> problems() {
      if (functions.isEmpty()) {
        return List.of("consumer, function or api is missing. Name at least one before build().");
      }
      Problems problems =
          new Problems()
              .repeated(
                  functions.stream().map(RecordedConstruct::consumerName).toList(),
                  "consumer '%s' is given twice. Name each once.");
      String place = functions.getFirst().storeLocation();
      for (RecordedConstruct<?> it : functions) {
        problems.when(
            !it.storeLocation().equals(place),
            "consumer '%s' keeps its records elsewhere. Make it an alarm of its own.",
            it.consumerName());
      }
      return problems.all();
    }

    private CompositeAlarm acting(CompositeAlarm.Builder unfinished) {
      CompositeAlarm made = unfinished.build();
      AlarmNotice.act(made, actions);
      return made;
    }
  }
}
