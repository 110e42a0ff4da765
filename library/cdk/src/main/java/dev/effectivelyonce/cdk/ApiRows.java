package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;

/** The part of a dashboard about one API. */
record ApiRows(String title, IdempotentApi api) {
  static List<List<IWidget>> of(String title, IdempotentApi api) {
    ApiRows rows = new ApiRows(title, api);
    return List.of(
        Widgets.title(title),
        Widgets.alarms(title, Arrays.stream(ApiAlarm.values()).map(api::alarm).toList()),
        rows.requests(),
        rows.function());
  }

  private List<IWidget> requests() {
    return List.of(
        Widgets.counts(
            title + ": requests",
            sums("executed", "dedup.skip", "dedup.miss", "inFlight", "dedup.foreign")),
        Widgets.counts(
            title + ": failures",
            sums("released", "failed", "alreadyFailed", "held", "keyReused", "notStarted")),
        Widgets.counts(
            title + ": claims", sums("takenOver", "superseded", "storeFailed", "unrecorded")),
        Widgets.times(
            title + ": claim latency",
            "ms",
            api.metric("claimLatency", "p50"),
            api.metric("claimLatency", "p99")));
  }

  private List<IWidget> function() {
    Function function = api.function();
    return List.of(
        Widgets.counts(
            title + ": answers",
            ofUrl("UrlRequestCount"),
            ofUrl("Url4xxCount"),
            ofUrl("Url5xxCount")),
        Widgets.durations(title, function),
        Widgets.errors(title, function),
        Widgets.counts(
            title + ": concurrency",
            function.metric("ConcurrentExecutions", Watch.byMinute("Maximum"))));
  }

  private IMetric ofUrl(String name) {
    return api.function().metric(name, Watch.byMinute("Sum"));
  }

  private IMetric[] sums(String... names) {
    return Arrays.stream(names).map(name -> api.metric(name, "Sum")).toArray(IMetric[]::new);
  }
}
