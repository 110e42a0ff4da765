package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;

/** The part of a dashboard about one outbox. */
record OutboxRows(String title, TransactionalOutbox outbox) {
  static List<List<IWidget>> of(String title, TransactionalOutbox outbox) {
    OutboxRows rows = new OutboxRows(title, outbox);
    return List.of(
        Widgets.title(title),
        Widgets.alarms(title, outbox.alarms().values().stream().flatMap(List::stream).toList()),
        rows.messages(),
        rows.functions());
  }

  private List<IWidget> messages() {
    return List.of(
        Widgets.counts(title + ": publisher", counts(outbox.publisher())),
        Widgets.counts(title + ": sweeper", counts(outbox.sweeper())),
        Widgets.times(
            title + ": behind, and oldest message by destination",
            "ms",
            Stream.concat(
                    Stream.of(outbox.publisher().metric("IteratorAge", Watch.byMinute("Maximum"))),
                    outbox.destinations().stream().map(metrics(outbox.sweeper())::oldest))
                .toArray(IMetric[]::new)),
        Widgets.letters(title + ": dead letters", outbox.deadLetterQueue()));
  }

  private List<IWidget> functions() {
    return List.of(
        Widgets.durations(title + " publisher", outbox.publisher()),
        Widgets.errors(title + " publisher", outbox.publisher()),
        Widgets.durations(title + " sweeper", outbox.sweeper()),
        Widgets.errors(title + " sweeper", outbox.sweeper()));
  }

  static IMetric[] counts(Function function) {
    return List.of("outbox.published", "outbox.held", "outbox.unsendable").stream()
        .map(metrics(function)::count)
        .toArray(IMetric[]::new);
  }

  private static ConsumerMetrics metrics(Function function) {
    return new ConsumerMetrics(function.getFunctionName());
  }
}
