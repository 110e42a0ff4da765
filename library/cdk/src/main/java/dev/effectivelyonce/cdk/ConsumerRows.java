package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.sqs.IQueue;

/** The part of a dashboard about one consumer. */
final class ConsumerRows {
  private ConsumerRows() {}

  static List<List<IWidget>> of(String title, IdempotentConsumer consumer) {
    RecordRows records = new RecordRows(title, consumer.function(), consumer.metrics());
    IQueue queue = consumer.queue();
    return List.of(
        Widgets.title(title),
        Widgets.alarms(title, Arrays.stream(ConsumerAlarm.values()).map(consumer::alarm).toList()),
        List.of(
            Widgets.counts(
                title + ": queue",
                queue.metricApproximateNumberOfMessagesVisible(Watch.byMinute("Maximum")),
                queue.metricApproximateNumberOfMessagesNotVisible(Watch.byMinute("Maximum"))),
            Widgets.times(
                title + ": oldest message",
                "s",
                queue.metricApproximateAgeOfOldestMessage(Watch.byMinute("Maximum"))),
            Widgets.letters(title + ": dead letters", consumer.deadLetterQueue()),
            records.observed()),
        records.messages("messages"),
        records.invocations());
  }
}
