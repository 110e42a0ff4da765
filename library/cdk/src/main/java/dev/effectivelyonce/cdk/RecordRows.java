package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;

/** The part of a dashboard that every function has which keeps records. */
record RecordRows(String title, Function function, ConsumerMetrics metrics) {
  private static final List<String> FAILURES =
      List.of("released", "failed", "alreadyFailed", "held", "keyReused", "notStarted");

  /** Shows messages or records: they may be unreadable, and each has an age. */
  List<IWidget> messages(String name) {
    return row(
        name,
        Stream.concat(FAILURES.stream(), Stream.of("unreadable", "deferred")).toList(),
        Widgets.times(
            title + ": claim latency and attempt age",
            "ms",
            metrics.of("claimLatency", "p50"),
            metrics.of("claimLatency", "p99"),
            metrics.of("attemptAge", "p50"),
            metrics.of("attemptAge", "p99")));
  }

  /** Shows requests or calls. */
  List<IWidget> calls(String name) {
    return row(
        name,
        FAILURES,
        Widgets.times(
            title + ": claim latency",
            "ms",
            metrics.of("claimLatency", "p50"),
            metrics.of("claimLatency", "p99")));
  }

  private List<IWidget> row(String name, List<String> failures, IWidget latency) {
    return List.of(
        Widgets.counts(
            title + ": " + name,
            sums("executed", "dedup.skip", "dedup.miss", "inFlight", "dedup.foreign")),
        Widgets.counts(title + ": failures", sums(failures.toArray(String[]::new))),
        Widgets.counts(
            title + ": claims", sums("takenOver", "superseded", "storeFailed", "unrecorded")),
        latency);
  }

  IWidget observed() {
    return Widgets.counts(title + ": observe mode", sums("wouldSkip"));
  }

  List<IWidget> invocations() {
    return invocations(
        Widgets.counts(title + ": function", function.metricInvocations(Watch.byMinute("Sum"))));
  }

  List<IWidget> invocations(IWidget first) {
    return List.of(
        first,
        Widgets.durations(title, function),
        Widgets.errors(title, function),
        Widgets.counts(
            title + ": concurrency",
            function.metric("ConcurrentExecutions", Watch.byMinute("Maximum"))));
  }

  private IMetric[] sums(String... names) {
    return Arrays.stream(names).map(metrics::count).toArray(IMetric[]::new);
  }
}
