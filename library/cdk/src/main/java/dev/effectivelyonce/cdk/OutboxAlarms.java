package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** Makes every {@link OutboxAlarm} of an outbox. */
record OutboxAlarms(
    IQueue deadLetters,
    Function publisher,
    Function sweeper,
    List<String> destinations,
    Duration sweptAfter) {
  private static final Duration BEHIND = Duration.ofMinutes(5);

  /** The factor of the sweeper's age that makes a message old: it has tried often by then. */
  private static final int OLD = 3;

  Map<OutboxAlarm, List<Alarm>> under(Construct outbox, AlarmNotice notice) {
    Map<OutboxAlarm, List<Alarm>> alarms = new EnumMap<>(OutboxAlarm.class);
    for (OutboxAlarm kind : OutboxAlarm.values()) {
      alarms.put(
          kind,
          kind == OutboxAlarm.OLDEST_MESSAGE
              ? destinations.stream()
                  .map(it -> notice.alarm(outbox, kind.text(it), waiting(it), it))
                  .toList()
              : List.of(notice.alarm(outbox, kind.text(), watch(kind))));
    }
    return Collections.unmodifiableMap(alarms);
  }

  private Watch watch(OutboxAlarm kind) {
    return switch (kind) {
      case DEAD_LETTERS -> Watch.once(new QueueMetrics(deadLetters).waiting(), 1);
      case BEHIND ->
          Watch.once(publisher.metric("IteratorAge", Watch.byMinute("Maximum")), BEHIND.toMillis());
      case OLDEST_MESSAGE, UNKNOWN_DESTINATION -> waiting(Destinations.UNKNOWN);
      case PUBLISHER_ERRORS -> Watch.lasting(publisher.metricErrors(Watch.byMinute("Sum")));
      case SWEEPER_ERRORS -> Watch.once(sweeper.metricErrors(Watch.byMinute("Sum")), 1);
      case SWEEPER_STOPPED -> Watch.heartbeat(sweeper, TransactionalOutbox.SWEPT_EVERY);
    };
  }

  private Watch waiting(String destination) {
    return Watch.scheduled(
        new ConsumerMetrics(sweeper.getFunctionName()).oldest(destination),
        sweptAfter.multipliedBy(OLD).toMillis());
  }
}
