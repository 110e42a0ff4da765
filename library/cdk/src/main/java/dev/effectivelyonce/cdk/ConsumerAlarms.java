package dev.effectivelyonce.cdk;

import java.time.Duration;
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
    RecordAlarms shared = new RecordAlarms(function, metrics);
    return shared.under(
        consumer,
        notice,
        ConsumerAlarm.class,
        Map.of(
            ConsumerAlarm.DEAD_LETTERS,
            OwnAlarm.ofLetters(ConsumerAlarm.DEAD_LETTERS.text(), queues.deadLetters()),
            ConsumerAlarm.OLDEST_MESSAGE,
            new OwnAlarm(
                text(ConsumerAlarm.OLDEST_MESSAGE),
                Watch.once(
                    queues.source().metricApproximateAgeOfOldestMessage(Watch.byMinute("Maximum")),
                    oldestMessage.toSeconds())),
            ConsumerAlarm.STORE_FAILED,
            new OwnAlarm(
                text(ConsumerAlarm.STORE_FAILED), shared.watch(ConsumerAlarm.STORE_FAILED))));
  }

  private AlarmText text(ConsumerAlarm kind) {
    return kind.text().with(Durations.text(oldestMessage), Durations.text(survivedOutage));
  }
}
