package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sqs.IQueue;

/** The part of a dashboard about one consumer. */
record ConsumerRows(String title, IdempotentConsumer consumer) {
  static List<List<IWidget>> of(String title, IdempotentConsumer consumer) {
    ConsumerRows rows = new ConsumerRows(title, consumer);
    return List.of(
        Widgets.title(title),
        Widgets.alarms(title, Arrays.stream(ConsumerAlarm.values()).map(consumer::alarm).toList()),
        rows.queues(),
        rows.messages(),
        rows.function());
  }

  private List<IWidget> queues() {
    IQueue queue = consumer.queue();
    return List.of(
        Widgets.counts(
            title + ": queue",
            queue.metricApproximateNumberOfMessagesVisible(Watch.byMinute("Maximum")),
            queue.metricApproximateNumberOfMessagesNotVisible(Watch.byMinute("Maximum"))),
        Widgets.times(
            title + ": oldest message",
            "s",
            queue.metricApproximateAgeOfOldestMessage(Watch.byMinute("Maximum"))),
        Widgets.counts(
            title + ": dead letters",
            consumer
                .deadLetterQueue()
                .metricApproximateNumberOfMessagesVisible(Watch.byMinute("Maximum"))),
        Widgets.counts(title + ": observe mode", sums("wouldSkip")));
  }

  private List<IWidget> messages() {
    return List.of(
        Widgets.counts(
            title + ": messages",
            sums("executed", "dedup.skip", "dedup.miss", "inFlight", "dedup.foreign")),
        Widgets.counts(
            title + ": failures",
            sums(
                "released",
                "failed",
                "alreadyFailed",
                "held",
                "keyReused",
                "notStarted",
                "unreadable",
                "deferred")),
        Widgets.counts(
            title + ": claims", sums("takenOver", "superseded", "storeFailed", "unrecorded")),
        Widgets.times(
            title + ": claim latency and attempt age",
            "ms",
            consumer.metric("claimLatency", "p50"),
            consumer.metric("claimLatency", "p99"),
            consumer.metric("attemptAge", "p50"),
            consumer.metric("attemptAge", "p99")));
  }

  private List<IWidget> function() {
    Function function = consumer.function();
    return List.of(
        Widgets.counts(title + ": function", function.metricInvocations(Watch.byMinute("Sum"))),
        Widgets.durations(title, function),
        Widgets.errors(title, function),
        Widgets.counts(
            title + ": concurrency",
            function.metric("ConcurrentExecutions", Watch.byMinute("Maximum"))));
  }

  private IMetric[] sums(String... names) {
    return Arrays.stream(names).map(name -> consumer.metric(name, "Sum")).toArray(IMetric[]::new);
  }
}
