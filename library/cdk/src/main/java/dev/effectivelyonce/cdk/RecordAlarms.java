package dev.effectivelyonce.cdk;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * The alarms that every construct has that keeps records. A kind of alarm of another construct is
 * the one of {@link ConsumerAlarm} that has its name.
 *
 * @param ofHost what is watched of Lambda; nothing elsewhere
 */
record RecordAlarms(ConsumerMetrics metrics, Map<ConsumerAlarm, Watch> ofHost) {
  private static final Set<ConsumerAlarm> SHARED =
      EnumSet.complementOf(
          EnumSet.of(
              ConsumerAlarm.DEAD_LETTERS, ConsumerAlarm.OLDEST_MESSAGE, ConsumerAlarm.GIVEN_BACK));

  /**
   * The alarms that a new version can cause and that end when it is gone. A dead letter or a
   * backlog stays, and would stop the very deployment that corrects its cause.
   */
  private static final Set<String> ROLLING_BACK =
      Set.of("HELD", "SUPERSEDED", "UNRECORDED", "STORE_FAILED", "SERVER_ERRORS", "ERRORS");

  static RecordAlarms of(Function function) {
    return new RecordAlarms(
        new ConsumerMetrics(function.getFunctionName()),
        Map.of(
            ConsumerAlarm.ERRORS, Watch.lasting(function.metricErrors(Watch.byMinute("Sum"))),
            ConsumerAlarm.THROTTLES,
                Watch.lasting(function.metricThrottles(Watch.byMinute("Sum")))));
  }

  /** Returns a shared alarm in the words of another construct. */
  OwnAlarm as(ConsumerAlarm kind, AlarmText text) {
    return new OwnAlarm(text, watch(kind));
  }

  /**
   * Makes the alarms of a construct, in the order of their kinds. A kind that is neither shared nor
   * among its own is not made.
   */
  <K extends Enum<K>> Map<K, Alarm> under(
      Construct owner, AlarmNotice notice, Class<K> kinds, Map<K, OwnAlarm> own) {
    Map<K, Alarm> alarms = new EnumMap<>(kinds);
    for (K kind : EnumSet.allOf(kinds)) {
      Optional.ofNullable(own.get(kind))
          .or(() -> shared(kind).map(it -> as(it, it.text())))
          .ifPresent(it -> alarms.put(kind, notice.alarm(owner, it.text(), it.watch())));
    }
    return Collections.unmodifiableMap(alarms);
  }

  /** Returns those of a construct's alarms that bring the version before back. */
  static <K extends Enum<K>> List<IAlarm> rollingBack(Map<K, Alarm> alarms) {
    return alarms.entrySet().stream()
        .filter(it -> ROLLING_BACK.contains(it.getKey().name()))
        .<IAlarm>map(Map.Entry::getValue)
        .toList();
  }

  private static Optional<ConsumerAlarm> shared(Enum<?> kind) {
    return SHARED.stream().filter(it -> it.name().equals(kind.name())).findFirst();
  }

  /** Returns what a shared kind watches. */
  private Watch watch(ConsumerAlarm kind) {
    return switch (kind) {
      case HELD -> Watch.once(metrics.count("held"), 1);
      case SUPERSEDED -> Watch.once(metrics.count("superseded"), 1);
      case UNRECORDED -> Watch.once(metrics.count("unrecorded"), 1);
      case KEY_REUSED -> Watch.once(metrics.count("keyReused"), 1);
      case FOREIGN -> Watch.once(metrics.count("dedup.foreign"), 1);
      case STORE_FAILED -> Watch.lasting(metrics.count("storeFailed"));
      case ERRORS, THROTTLES -> Objects.requireNonNull(ofHost.get(kind), kind::name);
      case DEAD_LETTERS, OLDEST_MESSAGE, GIVEN_BACK ->
          throw new IllegalArgumentException(kind + " is an alarm of queues");
    };
  }
}
