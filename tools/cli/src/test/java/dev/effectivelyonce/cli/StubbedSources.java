package dev.effectivelyonce.cli;

import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.StubAws;

/**
 * Answers of Lambda and SQS about consumers of other sources than queues, as their constructs make
 * them: "turnover" reads a table's stream, "shipments" a topic, and "closing" is invoked by others.
 */
final class StubbedSources {
  static final String STREAM = "arn:aws:dynamodb:us-east-1:123456789012:table/Orders/stream/2026";

  static final String TURNOVER_MAPPING =
      """
      {"EventSourceMappings":[{"UUID":"m-1","EventSourceArn":"%s",\
      "FunctionArn":"arn:aws:lambda:us-east-1:123456789012:function:turnover:live",\
      "State":"Enabled","BatchSize":100,"MaximumBatchingWindowInSeconds":0,\
      "BisectBatchOnFunctionError":true,"MaximumRecordAgeInSeconds":72000,\
      "MaximumRetryAttempts":-1,"TumblingWindowInSeconds":0,\
      "FunctionResponseTypes":["ReportBatchItemFailures"],\
      "DestinationConfig":{"OnFailure":{"Destination":"%sturnover-parked"}}}]}
      """
          .formatted(STREAM, LocalAws.ARN);

  static final String SHIPMENTS_MAPPING =
      TURNOVER_MAPPING
          .replace(STREAM, "arn:aws:kafka:us-east-1:123456789012:cluster/shop/u-2")
          .replace("turnover", "shipments")
          .replace(
              "\"MaximumRetryAttempts\":-1",
              "\"MaximumRetryAttempts\":10000,\"ProvisionedPollerConfig\":{\"MinimumPollers\":1}");

  static final String ASYNCHRONOUS =
      """
      {"MaximumEventAgeInSeconds":21600,"MaximumRetryAttempts":2,\
      "DestinationConfig":{"OnFailure":{"Destination":"%sclosing-given-up"}}}
      """
          .formatted(LocalAws.ARN);

  private StubbedSources() {}

  /** Answers for one of them; what is added later about the same part replaces it. */
  static StubAws lambda(StubAws stub, String function, String mappings, String configuration) {
    return stub.on("FunctionName=" + function, 200, mappings)
        .on("/aliases/live", 200, "{\"Name\":\"live\",\"FunctionVersion\":\"7\"}")
        .on("functions/" + function + "/configuration", 200, configuration)
        .on("/event-invoke-config", 200, ASYNCHRONOUS);
  }

  static String reader(String name, String table) {
    return """
    {"FunctionName":"%1$s","Version":"7","Timeout":60,"Environment":{"Variables":{\
    "EFFECTIVELY_ONCE_TABLE":"%2$s","EFFECTIVELY_ONCE_RETENTION":"P22D",\
    "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT":"211",\
    "EFFECTIVELY_ONCE_PARKING_QUEUE_URL":"http://sqs/1/%1$s-parked"}}}
    """
        .formatted(name, table);
  }

  static String closing(String table) {
    return """
    {"FunctionName":"closing","Version":"7","Timeout":30,"Environment":{"Variables":{\
    "EFFECTIVELY_ONCE_TABLE":"%s","EFFECTIVELY_ONCE_RETENTION":"P16D"}}}
    """
        .formatted(table);
  }

  static String nothing() {
    return "{\"EventSourceMappings\":[]}";
  }

  /** A queue that keeps its messages so long and has so many. */
  static String queue(String name, int retentionSeconds, int messages) {
    return """
    {"Attributes":{"QueueArn":"%s%s","VisibilityTimeout":"30","MessageRetentionPeriod":"%s",\
    "ApproximateNumberOfMessages":"%s"}}
    """
        .formatted(LocalAws.ARN, name, retentionSeconds, messages);
  }
}
