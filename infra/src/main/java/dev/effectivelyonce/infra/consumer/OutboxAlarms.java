package dev.effectivelyonce.infra.consumer;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** Makes every {@link OutboxAlarm} of an outbox. */
record OutboxAlarms(IQueue deadLetters, Function publisher, Function sweeper, Duration sweptAfter) {
  private static final Duration BEHIND = Duration.ofMinutes(5);

  /** Times the age at which the sweeper sends: it has tried often by then. */
  private static final int OLD = 3;

  Map<OutboxAlarm, Alarm> under(Construct outbox, AlarmNotice notice) {
    Map<OutboxAlarm, Alarm> alarms = new EnumMap<>(OutboxAlarm.class);
    for (OutboxAlarm kind : OutboxAlarm.values()) {
      alarms.put(kind, notice.alarm(outbox, kind.text(), watch(kind)));
    }
    return Collections.unmodifiableMap(alarms);
  }

  private Watch watch(OutboxAlarm kind) {
    return switch (kind) {
      case DEAD_LETTERS ->
          Watch.once(
              deadLetters.metricApproximateNumberOfMessagesVisible(Watch.byMinute("Maximum")), 1);
      case BEHIND ->
          Watch.once(publisher.metric("IteratorAge", Watch.byMinute("Maximum")), BEHIND.toMillis());
      case OLDEST_MESSAGE ->
          Watch.once(
              new ConsumerMetrics(sweeper.getFunctionName()).of("outbox.oldest", "Maximum"),
              sweptAfter.multipliedBy(OLD).toMillis());
      case PUBLISHER_ERRORS -> Watch.lasting(publisher.metricErrors(Watch.byMinute("Sum")));
      case SWEEPER_ERRORS -> Watch.once(sweeper.metricErrors(Watch.byMinute("Sum")), 1);
    };
  }
}
