package dev.effectivelyonce.infra.consumer;

import java.util.Arrays;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.AlarmStatusWidget;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.lambda.Function;

/** The part of a dashboard about one API. */
record ApiRows(String title, IdempotentApi api) {
  private static final int ALARMS_WIDTH = 24;

  static List<List<IWidget>> of(String title, IdempotentApi api) {
    ApiRows rows = new ApiRows(title, api);
    return List.of(Widgets.title(title), rows.alarms(), rows.requests(), rows.function());
  }

  private List<IWidget> alarms() {
    return List.of(
        AlarmStatusWidget.Builder.create()
            .title(title + ": alarms")
            .alarms(Arrays.stream(ApiAlarm.values()).map(api::alarm).toList())
            .width(ALARMS_WIDTH)
            .height(3)
            .build());
  }

  private List<IWidget> requests() {
    return List.of(
        Widgets.counts(
            title + ": requests", sums("executed", "dedup.skip", "dedup.miss", "inFlight")),
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
        Widgets.times(
            title + ": duration",
            "ms",
            function.metricDuration(Watch.byMinute("p50")),
            function.metricDuration(Watch.byMinute("p99"))),
        Widgets.counts(
            title + ": errors and throttles",
            function.metricErrors(Watch.byMinute("Sum")),
            function.metricThrottles(Watch.byMinute("Sum"))),
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
