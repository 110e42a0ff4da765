package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.dynamodb.ITable;

/** The part of a dashboard about one table of records. */
record TableRows(ITable table) {
  static List<List<IWidget>> of(ITable table) {
    TableRows rows = new TableRows(table);
    return List.of(
        Widgets.title("Records"),
        List.of(
            Widgets.counts("Records: capacity used", rows.used("Write"), rows.used("Read")),
            Widgets.counts(
                "Records: throttled",
                rows.ofTable("WriteThrottleEvents"),
                rows.ofTable("ReadThrottleEvents")),
            // A hot index throttles the table, and only the index says so.
            Widgets.counts(
                "Records: listing index",
                rows.ofListing("ConsumedWriteCapacityUnits"),
                rows.ofListing("WriteThrottleEvents"))));
  }

  private IMetric used(String direction) {
    return ofTable("Consumed" + direction + "CapacityUnits");
  }

  private IMetric ofTable(String name) {
    return metric(name, Map.of("TableName", table.getTableName()));
  }

  private IMetric ofListing(String name) {
    return metric(
        name,
        Map.of(
            "TableName",
            table.getTableName(),
            "GlobalSecondaryIndexName",
            IdempotencyTable.LISTING_INDEX));
  }

  private static IMetric metric(String name, Map<String, String> dimensions) {
    return Metric.Builder.create()
        .namespace("AWS/DynamoDB")
        .metricName(name)
        .dimensionsMap(dimensions)
        .statistic("Sum")
        .period(Durations.toCdk(Duration.ofMinutes(1)))
        .build();
  }
}
