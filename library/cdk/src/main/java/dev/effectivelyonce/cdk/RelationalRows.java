package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;

/** The parts of a dashboard about the scheduled functions on a database. */
final class RelationalRows {
  private RelationalRows() {}

  static List<List<IWidget>> of(String title, RelationalOutbox outbox) {
    Function publisher = outbox.publisher();
    ConsumerMetrics metrics = new ConsumerMetrics(publisher.getFunctionName());
    return List.of(
        Widgets.title(title),
        Widgets.alarms(
            title,
            Stream.concat(
                    outbox.oldestMessageAlarms().values().stream(),
                    Stream.of(outbox.unknownDestinationAlarm(), outbox.unpublishedAlarm()))
                .toList()),
        List.of(
            Widgets.counts(title + ": publisher", OutboxRows.counts(publisher)),
            Widgets.times(
                title + ": oldest message by destination",
                "ms",
                outbox.oldestMessageAlarms().keySet().stream()
                    .map(metrics::oldest)
                    .toArray(IMetric[]::new)),
            Widgets.durations(title, publisher),
            Widgets.errors(title, publisher)));
  }

  static List<List<IWidget>> of(String title, RelationalSweeper sweeper) {
    Function function = sweeper.function();
    return List.of(
        Widgets.title(title),
        Widgets.alarms(title, List.of(sweeper.unsweptAlarm())),
        List.of(
            Widgets.counts(title + ": sweeps", function.metricInvocations(Watch.byMinute("Sum"))),
            Widgets.durations(title, function),
            Widgets.errors(title, function)));
  }
}
