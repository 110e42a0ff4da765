package dev.effectivelyonce.cli;

import dev.effectivelyonce.operations.bench.StubAws;
import dev.effectivelyonce.sqs.LocalSqs;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers of Lambda, CloudWatch and SQS about consumers as their constructs make them: "orders" has
 * a queue, "turnover" reads a table's stream, "shipments" a topic, "invoices" a broker's queue, and
 * "closing" is invoked by others. The alias of each has version 7.
 */
final class Deployed {
  static final String STREAM = "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/stream/2026";
  static final String NO_MAPPING = "{\"EventSourceMappings\":[]}";

  private static final String ORDERS_MAPPING =
      """
      {"EventSourceMappings":[{"UUID":"m-1",\
      "FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:orders:live","State":"Enabled",\
      "BatchSize":10,"MaximumBatchingWindowInSeconds":0,\
      "FunctionResponseTypes":["ReportBatchItemFailures"],"ScalingConfig":{"MaximumConcurrency":2}}]}
      """;

  private static final String TURNOVER_MAPPING =
      """
      {"EventSourceMappings":[{"UUID":"m-1","EventSourceArn":"%s",\
      "FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:turnover:live",\
      "State":"Enabled","BatchSize":100,"MaximumBatchingWindowInSeconds":0,\
      "BisectBatchOnFunctionError":true,"MaximumRecordAgeInSeconds":72000,\
      "MaximumRetryAttempts":-1,"TumblingWindowInSeconds":0,\
      "FunctionResponseTypes":["ReportBatchItemFailures"],\
      "DestinationConfig":{"OnFailure":{"Destination":"%sturnover-parked"}}}]}
      """
          .formatted(STREAM, LocalSqs.ARN);

  private static final String ASYNCHRONOUS =
      """
      {"MaximumEventAgeInSeconds":21600,"MaximumRetryAttempts":2,\
      "DestinationConfig":{"OnFailure":{"Destination":"%sclosing-given-up"}}}
      """
          .formatted(LocalSqs.ARN);

  static final String ALARMS =
      """
      <DescribeAlarmsResponse xmlns="http://monitoring.amazonaws.com/doc/2010-08-01/">\
      <DescribeAlarmsResult><MetricAlarms><member>\
      <AlarmName>Shop-OrdersErrorsAlarm</AlarmName>\
      <AlarmDescription>Shop/Orders: invocations of the function fail</AlarmDescription>\
      <StateValue>ALARM</StateValue>\
      <StateUpdatedTimestamp>2026-01-02T03:01:00Z</StateUpdatedTimestamp>\
      </member></MetricAlarms></DescribeAlarmsResult></DescribeAlarmsResponse>
      """;

  private Deployed() {}

  /** Answers about one of them; what is added later about the same part replaces it. */
  static void consumer(StubAws stub, String name, String table) {
    switch (name) {
      case "orders" ->
          stub.on("event-source-mappings", 200, ORDERS_MAPPING)
              .on("/aliases/live", 200, "{\"Name\":\"live\",\"FunctionVersion\":\"7\"}")
              .on("/configuration", 200, orders("7", table));
      case "turnover" -> reader(stub, name, TURNOVER_MAPPING, table, 3);
      case "shipments" ->
          reader(
              stub,
              name,
              TURNOVER_MAPPING
                  .replace(STREAM, "arn:aws:kafka:us-east-1:123456789012:cluster/shop/u-2")
                  .replace(
                      "\"MaximumRetryAttempts\":-1",
                      "\"MaximumRetryAttempts\":10000,\"ProvisionedPollerConfig\":{\"MinimumPollers\":1}"),
              table,
              0);
      case "invoices" ->
          reader(
              stub,
              name,
              TURNOVER_MAPPING
                  .replace(STREAM, "arn:aws:mq:us-east-1:123456789012:broker:shop:b-1")
                  .replace("ReportBatchItemFailures", "")
                  .replace("FunctionError\":true", "FunctionError\":false"),
              table,
              3);
      default -> {
        function(
            stub,
            "closing",
            NO_MAPPING,
            """
            {"FunctionName":"closing","Version":"7","Timeout":30,"Environment":{"Variables":{\
            "EFFECTIVELY_ONCE_TABLE":"%s","EFFECTIVELY_ONCE_RETENTION":"P16D"}}}
            """
                .formatted(table));
        queue(stub, "closing-given-up", 1);
      }
    }
  }

  private static void reader(StubAws stub, String name, String mapping, String table, int parked) {
    function(
        stub,
        name,
        mapping.replace("turnover", name),
        """
        {"FunctionName":"%1$s","Version":"7","Timeout":60,"Environment":{"Variables":{\
        "EFFECTIVELY_ONCE_TABLE":"%2$s","EFFECTIVELY_ONCE_RETENTION":"P22D",\
        "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT":"211",\
        "EFFECTIVELY_ONCE_PARKING_QUEUE_URL":"http://sqs/1/%1$s-parked"}}}
        """
            .formatted(name, table));
    queue(stub, name + "-parked", parked);
  }

  private static void function(StubAws stub, String name, String mapping, String configuration) {
    stub.on("FunctionName=" + name, 200, mapping)
        .on("/aliases/live", 200, "{\"Name\":\"live\",\"FunctionVersion\":\"7\"}")
        .on("functions/" + name + "/configuration", 200, configuration)
        .on("/event-invoke-config", 200, ASYNCHRONOUS);
  }

  private static void queue(StubAws stub, String name, int messages) {
    stub.on("QueueName\":\"" + name, 200, "{\"QueueUrl\":\"http://sqs/1/%s\"}".formatted(name))
        .on(
            "1/" + name,
            200,
            """
            {"Attributes":{"QueueArn":"%s%s","VisibilityTimeout":"30",\
            "MessageRetentionPeriod":"1209600","ApproximateNumberOfMessages":"%s"}}
            """
                .formatted(LocalSqs.ARN, name, messages));
  }

  /** A version of "orders" that has every variable. */
  private static String orders(String version, String table) {
    return """
    {"FunctionName":"orders","Version":"%s","Timeout":30,"SnapStart":{"ApplyOn":"PublishedVersions"},\
    "Environment":{"Variables":{"EFFECTIVELY_ONCE_TABLE":"%s","EFFECTIVELY_ONCE_RETENTION":"P19D",\
    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT":"20","EFFECTIVELY_ONCE_MODE":"ENFORCE",\
    "ORDERS_TABLE":"Orders"}}}
    """
        .formatted(version, table);
  }

  /** Version 7 of "orders" lacks a variable, as 5 does; 4, 6 and the later 8 have it. */
  static void ordersWithout(StubAws stub, String variable, String table) {
    stub.on("Qualifier=6", 200, orders("6", table));
    consumer(stub, "orders", table);
    stub.on("/configuration", 200, lacking(orders("7", table), variable))
        .on(
            "/versions",
            200,
            Stream.of("$LATEST", "4", "5", "6", "8")
                .map(
                    it -> it.equals("5") ? lacking(orders(it, table), variable) : orders(it, table))
                .collect(Collectors.joining(",", "{\"Versions\":[", "]}")));
  }

  private static String lacking(String function, String variable) {
    return function.replace("\"" + variable, "\"NOT_" + variable);
  }

  /** What CloudWatch has of these metrics, each a name and its values, the newest first. */
  static String metrics(List<String> metrics) {
    return metrics.stream()
        .map(Deployed::metric)
        .collect(
            Collectors.joining(
                "",
                "<GetMetricDataResponse xmlns=\"http://monitoring.amazonaws.com/doc/2010-08-01/\">"
                    + "<GetMetricDataResult><MetricDataResults>",
                "</MetricDataResults></GetMetricDataResult></GetMetricDataResponse>"));
  }

  private static String metric(String line) {
    String[] words = line.split(" ");
    return "<member><Id>%s</Id><StatusCode>Complete</StatusCode><Values>%s</Values></member>"
        .formatted(
            words[0],
            Stream.of(words)
                .skip(1)
                .map("<member>%s</member>"::formatted)
                .collect(Collectors.joining()));
  }
}
