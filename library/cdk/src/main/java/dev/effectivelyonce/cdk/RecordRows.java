package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.lambda.Function;

/**
 * The part of a dashboard about a function or service that keeps records: its alarms, what waits,
 * what became of its events, and what runs it.
 */
record RecordRows(String title, RecordedConstruct<?> shown) {
  private static final List<String> FAILURES =
      List.of("released", "failed", "alreadyFailed", "held", "keyReused", "notStarted");

  static List<List<IWidget>> of(String title, IdempotentConsumer consumer) {
    RecordRows rows = new RecordRows(title, consumer);
    return rows.all(
        List.of(
            rows.queues(consumer.queues()),
            rows.messages("messages"),
            rows.invocations(consumer.function(), rows.invoked("function", consumer.function()))));
  }

  static List<List<IWidget>> of(String title, IdempotentWorkerService worker) {
    RecordRows rows = new RecordRows(title, worker);
    FargateService service = worker.service();
    return rows.all(
        List.of(
            rows.queues(worker.queues()),
            rows.messages("messages"),
            List.of(
                Widgets.counts(title + ": tasks", TaskScaling.running(service)),
                Widgets.times(
                    title + ": CPU and memory",
                    "%",
                    service.metricCpuUtilization(Watch.byMinute("Maximum")),
                    service.metricMemoryUtilization(Watch.byMinute("Maximum"))))));
  }

  static List<List<IWidget>> of(String title, ParkingConsumer consumer) {
    RecordRows rows = new RecordRows(title, consumer);
    return rows.all(
        List.of(
            List.of(
                rows.lag("behind", consumer.lag(), consumer.function()),
                Widgets.letters(title + ": parked", consumer.parkingQueue()),
                consumer
                    .givenUp()
                    .map(it -> rows.lag("dead letters at the broker", it, consumer.function()))
                    .orElseGet(
                        () ->
                            Widgets.counts(
                                title + ": positions that could not be given up",
                                sums(consumer.function(), "DestinationDeliveryFailures"))),
                rows.observed()),
            rows.messages("records"),
            rows.invocations(consumer.function(), rows.invoked("batches", consumer.function()))));
  }

  static List<List<IWidget>> of(String title, EffectivelyOnceFunction once) {
    RecordRows rows = new RecordRows(title, once);
    return rows.all(
        List.of(
            List.of(
                Widgets.counts(
                    title + ": asynchronous events",
                    sums(
                        once.function(),
                        "AsyncEventsReceived",
                        "AsyncEventsDropped",
                        "DestinationDeliveryFailures")),
                Widgets.times(
                    title + ": oldest asynchronous event",
                    "ms",
                    largest(once.function(), "AsyncEventAge")),
                Widgets.letters(title + ": given up", once.onFailureQueue()),
                rows.observed()),
            rows.calls("events"),
            rows.invocations(once.function(), rows.invoked("function", once.function()))));
  }

  static List<List<IWidget>> of(String title, IdempotentApi api) {
    RecordRows rows = new RecordRows(title, api);
    return rows.all(
        List.of(
            rows.calls("requests"),
            rows.invocations(
                api.function(),
                Widgets.counts(
                    title + ": answers",
                    sums(api.function(), "UrlRequestCount", "Url4xxCount", "Url5xxCount")))));
  }

  private List<IWidget> queues(ConsumerQueues queues) {
    QueueMetrics source = new QueueMetrics(queues.source());
    return List.of(
        Widgets.counts(title + ": queue", source.waiting(), source.inFlight()),
        Widgets.times(title + ": oldest message", "s", source.oldest()),
        Widgets.letters(title + ": dead letters", queues.deadLetters()),
        observed());
  }

  private List<List<IWidget>> all(List<List<IWidget>> rows) {
    return Widgets.part(title, shown.alarms(), rows);
  }

  private IWidget lag(String name, LagAlarm lag, Function function) {
    return Widgets.times(title + ": " + name, lag.unit(), lag.metric().apply(function));
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

  private IWidget invoked(String name, Function function) {
    return Widgets.counts(title + ": " + name, function.metricInvocations(Watch.byMinute("Sum")));
  }

  private List<IWidget> invocations(Function function, IWidget first) {
    return List.of(
        first,
        Widgets.durations(title, function),
        Widgets.errors(title, function),
        Widgets.counts(title + ": concurrency", largest(function, "ConcurrentExecutions")));
  }

  /** Returns sums that Lambda counts by the minute. */
  private static IMetric[] sums(Function function, String... names) {
    return Arrays.stream(names)
        .map(name -> function.metric(name, Watch.byMinute("Sum")))
        .toArray(IMetric[]::new);
  }

  private static IMetric largest(Function function, String name) {
    return function.metric(name, Watch.byMinute("Maximum"));
  }
}
