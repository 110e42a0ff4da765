package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awscdk.services.cloudwatch.Metric;

/**
 * An alarm of a consumer about its source: what waits there, or what it gave up.
 *
 * @param kind by which metric it is
 * @param metric of the function that reads the source, or of the source itself
 * @param unit of the metric, for the dashboard
 * @param threshold at which it rings
 * @param text what is the matter
 */
record LagAlarm(
    StreamAlarm kind,
    Function<software.amazon.awscdk.services.lambda.Function, Metric> metric,
    String unit,
    long threshold,
    AlarmText text) {
  private static final String ANCHOR = "stream-behind";

  /** Rings when records are read so many milliseconds late, which people read as a text. */
  static LagAlarm ofAge(long thresholdMillis, String shown) {
    return new LagAlarm(
        StreamAlarm.ITERATOR_AGE,
        reader -> reader.metric("IteratorAge", Watch.byMinute("Maximum")),
        "ms",
        thresholdMillis,
        new AlarmText(
                "IteratorAgeAlarm",
                ANCHOR,
                "records are read %s late: a record holds its shard, or the function is slow")
            .with(shown));
  }

  /** Rings when so many records wait. */
  static LagAlarm ofOffsets(int records) {
    return new LagAlarm(
        StreamAlarm.OFFSET_LAG,
        reader -> reader.metric("OffsetLag", Watch.byMinute("Maximum")),
        "records",
        records,
        new AlarmText(
                "OffsetLagAlarm",
                ANCHOR,
                "%d records wait to be read: one holds its partition, or the function is slow")
            .with(records));
  }

  /** Rings when so many messages are in a queue of RabbitMQ. */
  static LagAlarm ofDepth(Map<String, String> queue, int messages) {
    return new LagAlarm(
        StreamAlarm.QUEUE_DEPTH,
        reader -> messages(queue),
        "messages",
        messages,
        new AlarmText(
                "QueueDepthAlarm",
                ANCHOR,
                "%d messages are in the queue: its batch comes back, or the function is slow")
            .with(messages));
  }

  /** Rings while a message is in the dead-letter queue of RabbitMQ. */
  static LagAlarm ofDeadLetters(Map<String, String> deadLetterQueue) {
    return new LagAlarm(
        StreamAlarm.DEAD_LETTERED,
        reader -> messages(deadLetterQueue),
        "messages",
        1,
        new AlarmText(
            "DeadLetteredAlarm",
            "parked",
            "messages wait in the broker's dead-letter queue: their batch came back too often"));
  }

  private static Metric messages(Map<String, String> queue) {
    return ConsumerMetrics.metric(
        "AWS/AmazonMQ", "MessageCount", "Maximum", Duration.ofMinutes(1), queue);
  }
}
