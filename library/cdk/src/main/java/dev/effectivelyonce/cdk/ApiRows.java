package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;

/** The part of a dashboard about one API. */
final class ApiRows {
  private ApiRows() {}

  static List<List<IWidget>> of(String title, IdempotentApi api) {
    RecordRows records = new RecordRows(title, api.function(), api.metrics());
    return List.of(
        Widgets.title(title),
        Widgets.alarms(title, Arrays.stream(ApiAlarm.values()).map(api::alarm).toList()),
        records.calls("requests"),
        records.invocations(
            Widgets.counts(
                title + ": answers",
                ofUrl(api, "UrlRequestCount"),
                ofUrl(api, "Url4xxCount"),
                ofUrl(api, "Url5xxCount"))));
  }

  private static IMetric ofUrl(IdempotentApi api, String name) {
    return api.function().metric(name, Watch.byMinute("Sum"));
  }
}
