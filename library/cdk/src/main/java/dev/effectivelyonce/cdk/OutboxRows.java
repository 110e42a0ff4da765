package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;

/** The parts of a dashboard about outboxes, and about the sweeper of a database. */
final class OutboxRows {
  private OutboxRows() {}

  static List<List<IWidget>> of(String title, TransactionalOutbox outbox) {
    Function publisher = outbox.publisher();
    Function sweeper = outbox.sweeper();
    return Widgets.part(
        title,
        outbox.alarms().values().stream().flatMap(List::stream).toList(),
        List.of(
            List.of(
                sent(title + ": publisher", publisher),
                sent(title + ": sweeper", sweeper),
                Widgets.times(
                    title + ": behind, and oldest message by destination",
                    "ms",
                    Stream.concat(
                            Stream.of(publisher.metric("IteratorAge", Watch.byMinute("Maximum"))),
                            outbox.destinations().stream().map(metrics(sweeper)::oldest))
                        .toArray(IMetric[]::new)),
                Widgets.letters(title + ": dead letters", outbox.deadLetterQueue())),
            List.of(
                Widgets.durations(title + " publisher", publisher),
                Widgets.errors(title + " publisher", publisher),
                Widgets.durations(title + " sweeper", sweeper),
                Widgets.errors(title + " sweeper", sweeper))));
  }

  static List<List<IWidget>> of(String title, RelationalOutbox outbox) {
    Function publisher = outbox.publisher();
    return Widgets.part(
        title,
        Stream.concat(
                outbox.oldestMessageAlarms().values().stream(),
                Stream.of(outbox.unknownDestinationAlarm(), outbox.unpublishedAlarm()))
            .toList(),
        List.of(
            List.of(
                sent(title + ": publisher", publisher),
                Widgets.times(
                    title + ": oldest message by destination",
                    "ms",
                    outbox.oldestMessageAlarms().keySet().stream()
                        .map(metrics(publisher)::oldest)
                        .toArray(IMetric[]::new)),
                Widgets.durations(title, publisher),
                Widgets.errors(title, publisher))));
  }

  static List<List<IWidget>> of(String title, RelationalSweeper sweeper) {
    Function function = sweeper.function();
    return Widgets.part(
        title,
        List.of(sweeper.unsweptAlarm()),
        List.of(
            List.of(
                Widgets.counts(
                    title + ": sweeps", function.metricInvocations(Watch.byMinute("Sum"))),
                Widgets.durations(title, function),
                Widgets.errors(title, function))));
  }

  private static IWidget sent(String title, Function function) {
    return Widgets.counts(
        title,
        Stream.of("outbox.published", "outbox.held", "outbox.unsendable")
            .map(metrics(function)::count)
            .toArray(IMetric[]::new));
  }

  private static ConsumerMetrics metrics(Function function) {
    return new ConsumerMetrics(function.getFunctionName());
  }
}
