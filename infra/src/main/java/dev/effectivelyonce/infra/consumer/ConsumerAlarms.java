package dev.effectivelyonce.infra.consumer;

import java.time.Duration;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.constructs.Construct;

/** The two alarms of a consumer. */
record ConsumerAlarms(Alarm deadLetters, Alarm oldestMessage) {
  static ConsumerAlarms create(Construct consumer, ConsumerQueues queues, Duration oldest) {
    String path = consumer.getNode().getPath();
    Alarm deadLetters =
        alarm(consumer, "DeadLetterAlarm")
            .alarmDescription("Messages wait in the dead-letter queue of " + path + ".")
            .metric(queues.deadLetters().metricApproximateNumberOfMessagesVisible(worst()))
            .threshold(1)
            .build();
    Alarm oldestMessage =
        alarm(consumer, "OldestMessageAlarm")
            .alarmDescription(
                "A message of %s has waited %s: the consumer fails or is too slow."
                    .formatted(path, Durations.text(oldest)))
            .metric(queues.source().metricApproximateAgeOfOldestMessage(worst()))
            .threshold(oldest.toSeconds())
            .build();
    return new ConsumerAlarms(deadLetters, oldestMessage);
  }

  void addActions(List<IAlarmAction> actions) {
    for (IAlarmAction action : actions) {
      deadLetters.addAlarmAction(action);
      oldestMessage.addAlarmAction(action);
    }
  }

  private static Alarm.Builder alarm(Construct consumer, String id) {
    return Alarm.Builder.create(consumer, id)
        .evaluationPeriods(1)
        .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
        .treatMissingData(TreatMissingData.NOT_BREACHING);
  }

  private static MetricOptions worst() {
    return MetricOptions.builder()
        .statistic("Maximum")
        .period(Durations.toCdk(Duration.ofMinutes(1)))
        .build();
  }
}
