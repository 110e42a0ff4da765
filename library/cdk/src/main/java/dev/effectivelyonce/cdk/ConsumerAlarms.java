package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/** Makes every {@link ConsumerAlarm} of a consumer. */
record ConsumerAlarms(
    ConsumerQueues queues,
    Function function,
    ConsumerMetrics metrics,
    Duration oldestMessage,
    Duration survivedOutage) {

  Map<ConsumerAlarm, Alarm> under(Construct consumer, AlarmNotice notice) {
    Map<ConsumerAlarm, Alarm> alarms = new EnumMap<>(ConsumerAlarm.class);
    for (ConsumerAlarm kind : ConsumerAlarm.values()) {
      alarms.put(
          kind,
          notice.alarm(
              consumer,
              kind.text(),
              watch(kind),
              Durations.text(oldestMessage),
              Durations.text(survivedOutage)));
    }
    return Collections.unmodifiableMap(alarms);
  }

  private Watch watch(ConsumerAlarm kind) {
    return switch (kind) {
      case DEAD_LETTERS ->
          Watch.once(
              queues
                  .deadLetters()
                  .metricApproximateNumberOfMessagesVisible(Watch.byMinute("Maximum")),
              1);
      case OLDEST_MESSAGE ->
          Watch.once(
              queues.source().metricApproximateAgeOfOldestMessage(Watch.byMinute("Maximum")),
              oldestMessage.toSeconds());
      case HELD -> Watch.once(metrics.count("held"), 1);
      case SUPERSEDED -> Watch.once(metrics.count("superseded"), 1);
      case UNRECORDED -> Watch.once(metrics.count("unrecorded"), 1);
      case KEY_REUSED -> Watch.once(metrics.count("keyReused"), 1);
      case FOREIGN -> Watch.once(metrics.count("dedup.foreign"), 1);
      case STORE_FAILED -> Watch.lasting(metrics.count("storeFailed"));
      case ERRORS -> Watch.lasting(function.metricErrors(Watch.byMinute("Sum")));
      case THROTTLES -> Watch.lasting(function.metricThrottles(Watch.byMinute("Sum")));
    };
  }
}
