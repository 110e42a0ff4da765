package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Function;

/** The parts of a dashboard about what consumers share: tables of records, watch and replay. */
final class SharedRows {
  private static final String UNSETTLED = "Unsettled";

  private SharedRows() {}

  static List<List<IWidget>> of(ITable table) {
    Map<String, String> whole = Map.of("TableName", table.getTableName());
    Map<String, String> listing =
        Map.of(
            "TableName",
            table.getTableName(),
            "GlobalSecondaryIndexName",
            IdempotencyTable.LISTING_INDEX);
    return List.of(
        Widgets.title("Records"),
        List.of(
            Widgets.counts(
                "Records: capacity used",
                metric("ConsumedWriteCapacityUnits", whole),
                metric("ConsumedReadCapacityUnits", whole)),
            Widgets.counts(
                "Records: throttled",
                metric("WriteThrottleEvents", whole),
                metric("ReadThrottleEvents", whole)),
            // A hot index throttles the table, and only the index says so.
            Widgets.counts(
                "Records: listing index",
                metric("ConsumedWriteCapacityUnits", listing),
                metric("WriteThrottleEvents", listing))));
  }

  private static IMetric metric(String name, Map<String, String> dimensions) {
    return ConsumerMetrics.metric("AWS/DynamoDB", name, "Sum", Duration.ofMinutes(1), dimensions);
  }

  static List<List<IWidget>> of(StuckRecordMonitor watch) {
    return Widgets.part(
        UNSETTLED,
        watch.allAlarms(),
        List.of(
            Stream.of(
                    ages(watch).stream(),
                    stopped(watch).stream(),
                    Stream.of(
                        Widgets.durations(UNSETTLED, watch.function()),
                        Widgets.errors(UNSETTLED, watch.function())))
                .flatMap(it -> it)
                .toList()));
  }

  private static Optional<IWidget> ages(StuckRecordMonitor watch) {
    return Optional.of(watch.alarms().keySet().stream().map(watch::age).toArray(IMetric[]::new))
        .filter(ages -> ages.length > 0)
        .map(
            ages ->
                Widgets.times(UNSETTLED + ": oldest record that is half done or held", "ms", ages));
  }

  private static Optional<IWidget> stopped(StuckRecordMonitor watch) {
    return Optional.of(
            watch.sourceAlarms().keySet().stream().map(watch::stopped).toArray(IMetric[]::new))
        .filter(sources -> sources.length > 0)
        .map(sources -> Widgets.counts(UNSETTLED + ": event sources that are stopped", sources));
  }

  static List<List<IWidget>> of(DeadLetterReplay replay) {
    Function function = replay.function();
    return List.of(
        Widgets.title("Replay"),
        List.of(
            Widgets.counts(
                "Replay: invocations and errors",
                function.metricInvocations(Watch.byMinute("Sum")),
                function.metricErrors(Watch.byMinute("Sum"))),
            Widgets.times(
                "Replay: duration", "ms", function.metricDuration(Watch.byMinute("Maximum")))));
  }
}
