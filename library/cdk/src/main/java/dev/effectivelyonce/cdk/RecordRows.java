package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;

/**
 * The part of a dashboard about a function that keeps records: its alarms, what waits, what became
 * of its events, and the function itself.
 */
record RecordRows(String title, RecordedFunction<?> shown) {
  private static final List<String> FAILURES =
      List.of("released", "failed", "alreadyFailed", "held", "keyReused", "notStarted");

  static List<List<IWidget>> of(String title, IdempotentConsumer consumer) {
    RecordRows rows = new RecordRows(title, consumer);
    QueueMetrics queue = new QueueMetrics(consumer.queue());
    return rows.all(
        List.of(
            List.of(
                Widgets.counts(title + ": queue", queue.waiting(), queue.inFlight()),
                Widgets.times(title + ": oldest message", "s", queue.oldest()),
                Widgets.letters(title + ": dead letters", consumer.deadLetterQueue()),
                rows.observed()),
            rows.messages("messages"),
            rows.invocations(rows.invoked("function"))));
  }

  static List<List<IWidget>> of(String title, ParkingConsumer consumer) {
    RecordRows rows = new RecordRows(title, consumer);
    return rows.all(
        List.of(
            List.of(
                rows.lag("behind", consumer.lag()),
                Widgets.letters(title + ": parked", consumer.parkingQueue()),
                consumer
                    .givenUp()
                    .map(it -> rows.lag("dead letters at the broker", it))
                    .orElseGet(
                        () ->
                            Widgets.counts(
                                title + ": positions that could not be given up",
                                rows.sums("DestinationDeliveryFailures"))),
                rows.observed()),
            rows.messages("records"),
            rows.invocations(rows.invoked("batches"))));
  }

  static List<List<IWidget>> of(String title, EffectivelyOnceFunction once) {
    RecordRows rows = new RecordRows(title, once);
    return rows.all(
        List.of(
            List.of(
                Widgets.counts(
                    title + ": asynchronous events",
                    rows.sums(
                        "AsyncEventsReceived",
                        "AsyncEventsDropped",
                        "DestinationDeliveryFailures")),
                Widgets.times(
                    title + ": oldest asynchronous event", "ms", rows.largest("AsyncEventAge")),
                Widgets.letters(title + ": given up", once.onFailureQueue()),
                rows.observed()),
            rows.calls("events"),
            rows.invocations(rows.invoked("function"))));
  }

  static List<List<IWidget>> of(String title, IdempotentApi api) {
    RecordRows rows = new RecordRows(title, api);
    return rows.all(
        List.of(
            rows.calls("requests"),
            rows.invocations(
                Widgets.counts(
                    title + ": answers",
                    rows.sums("UrlRequestCount", "Url4xxCount", "Url5xxCount")))));
  }

  private List<List<IWidget>> all(List<List<IWidget>> rows) {
    return Widgets.part(title, shown.alarms(), rows);
  }

  private IWidget lag(String name, LagAlarm lag) {
    return Widgets.times(title + ": " + name, lag.unit(), lag.metric().apply(shown.function()));
  }

  /** Shows messages or records: they may be unreadable, and each has an age. */
  private List<IWidget> messages(String name) {
    return outcomes(
        name,
        Stream.concat(FAILURES.stream(), Stream.of("unreadable", "deferred")).toList(),
        Widgets.times(
            title + ": claim latency and attempt age",
            "ms",
            shown.metric("claimLatency", "p50"),
            shown.metric("claimLatency", "p99"),
            shown.metric("attemptAge", "p50"),
            shown.metric("attemptAge", "p99")));
  }

  /** Shows requests or calls. */
  private List<IWidget> calls(String name) {
    return outcomes(
        name,
        FAILURES,
        Widgets.times(
            title + ": claim latency",
            "ms",
            shown.metric("claimLatency", "p50"),
            shown.metric("claimLatency", "p99")));
  }

  private List<IWidget> outcomes(String name, List<String> failures, IWidget latency) {
    return List.of(
        counts(name, List.of("executed", "dedup.skip", "dedup.miss", "inFlight", "dedup.foreign")),
        counts("failures", failures),
        counts("claims", List.of("takenOver", "superseded", "storeFailed", "unrecorded")),
        latency);
  }

  private IWidget observed() {
    return counts("observe mode", List.of("wouldSkip"));
  }

  /** Counts what the library writes. */
  private IWidget counts(String name, List<String> metrics) {
    return Widgets.counts(
        title + ": " + name, metrics.stream().map(shown.metrics()::count).toArray(IMetric[]::new));
  }

  private IWidget invoked(String name) {
    return Widgets.counts(
        title + ": " + name, shown.function().metricInvocations(Watch.byMinute("Sum")));
  }

  private List<IWidget> invocations(IWidget first) {
    return List.of(
        first,
        Widgets.durations(title, shown.function()),
        Widgets.errors(title, shown.function()),
        Widgets.counts(title + ": concurrency", largest("ConcurrentExecutions")));
  }

  /** Returns sums that Lambda counts by the minute. */
  private IMetric[] sums(String... names) {
    return Arrays.stream(names)
        .map(name -> shown.function().metric(name, Watch.byMinute("Sum")))
        .toArray(IMetric[]::new);
  }

  private IMetric largest(String name) {
    return shown.function().metric(name, Watch.byMinute("Maximum"));
  }
}
