package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.time.Duration;
import java.util.List;

/** AWS::Lambda::EventSourceMapping of an SQS queue. */
record EventSourceParser(List<QueueResource> queues, FunctionLookup functions) {
  private static final int DEFAULT_BATCH_SIZE = 10;

  EventSourceResource parse(Resource resource) {
    return new EventSourceResource(
        QueueParser.named(queues, resource, "EventSourceArn"),
        functions.named(resource, "FunctionName"),
        resource.number("BatchSize", DEFAULT_BATCH_SIZE),
        Duration.ofSeconds(resource.number("MaximumBatchingWindowInSeconds", 0)),
        resource.optionalNumber("ScalingConfig/MaximumConcurrency"),
        reporting(resource));
  }

  static BatchReporting reporting(Resource resource) {
    return resource
            .property("FunctionResponseTypes")
            .valueStream()
            .map(JsonNode::asText)
            .anyMatch("ReportBatchItemFailures"::equals)
        ? BatchReporting.ITEM_FAILURES
        : BatchReporting.WHOLE_BATCH;
  }
}
