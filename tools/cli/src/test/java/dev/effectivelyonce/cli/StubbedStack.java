package dev.effectivelyonce.cli;

import dev.effectivelyonce.operations.bench.StubAws;

/** Answers of Lambda and CloudWatch about a consumer "orders" whose alias has version 7. */
final class StubbedStack {
  static final String FUNCTION = "arn:aws:lambda:us-east-1:123456789012:function:orders";

  private StubbedStack() {}

  static StubAws lambda(StubAws stub, String table) {
    return stub.on("event-source-mappings", 200, mapping())
        .on("/aliases/live", 200, "{\"Name\":\"live\",\"FunctionVersion\":\"7\"}")
        .on("/configuration", 200, function("7", table));
  }

  static String mapping() {
    return """
    {"EventSourceMappings":[{"UUID":"m-1","FunctionArn":"%s:live","State":"Enabled",\
    "BatchSize":10,"MaximumBatchingWindowInSeconds":0,\
    "FunctionResponseTypes":["ReportBatchItemFailures"],"ScalingConfig":{"MaximumConcurrency":2}}]}
    """
        .formatted(FUNCTION);
  }

  /** A version that has every variable. */
  static String function(String version, String table) {
    return """
    {"FunctionName":"orders","Version":"%s","Timeout":30,"SnapStart":{"ApplyOn":"PublishedVersions"},\
    "Environment":{"Variables":{"EFFECTIVELY_ONCE_TABLE":"%s","EFFECTIVELY_ONCE_RETENTION":"P19D",\
    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT":"20","EFFECTIVELY_ONCE_MODE":"ENFORCE",\
    "ORDERS_TABLE":"Orders"}}}
    """
        .formatted(version, table);
  }

  /** The oldest message waits 250 s; two errors in each of two minutes; no throttles. */
  static String metrics() {
    return """
    <GetMetricDataResponse xmlns="http://monitoring.amazonaws.com/doc/2010-08-01/">\
    <GetMetricDataResult><MetricDataResults>%s%s%s%s</MetricDataResults></GetMetricDataResult>\
    </GetMetricDataResponse>
    """
        .formatted(
            metric("oldest_seconds", "250.0", "190.0"),
            metric("errors", "2.0", "2.0"),
            metric("executed", "40.0", "2.0"),
            metric("throttles"));
  }

  /** One metric alone has data. */
  static String metrics(String id, String value) {
    return """
    <GetMetricDataResponse xmlns="http://monitoring.amazonaws.com/doc/2010-08-01/">\
    <GetMetricDataResult><MetricDataResults>%s</MetricDataResults></GetMetricDataResult>\
    </GetMetricDataResponse>
    """
        .formatted(metric(id, value));
  }

  private static String metric(String id, String... values) {
    StringBuilder members = new StringBuilder();
    for (String value : values) {
      members.append("<member>").append(value).append("</member>");
    }
    return "<member><Id>%s</Id><StatusCode>Complete</StatusCode><Values>%s</Values></member>"
        .formatted(id, members);
  }

  static String alarms() {
    return """
    <DescribeAlarmsResponse xmlns="http://monitoring.amazonaws.com/doc/2010-08-01/">\
    <DescribeAlarmsResult><MetricAlarms><member>\
    <AlarmName>Shop-OrdersErrorsAlarm</AlarmName>\
    <AlarmDescription>Shop/Orders: invocations of the function fail</AlarmDescription>\
    <StateValue>ALARM</StateValue>\
    <StateUpdatedTimestamp>2026-01-02T03:01:00Z</StateUpdatedTimestamp>\
    </member></MetricAlarms></DescribeAlarmsResult></DescribeAlarmsResponse>
    """;
  }
}
