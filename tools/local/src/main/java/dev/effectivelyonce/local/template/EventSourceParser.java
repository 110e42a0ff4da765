package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.time.Duration;
import java.util.List;

/** AWS::Lambda::EventSourceMapping of an SQS queue. */
record EventSourceParser(
    Properties properties, List<QueueResource> queues, FunctionLookup functions) {
  private static final int DEFAULT_BATCH_SIZE = 10;

  EventSourceResource parse(Resource resource) {
    FunctionLookup.Named function = functions.named(resource, "FunctionName");
    return new EventSourceResource(
        resource.logicalId(),
        queue(resource),
        function.function(),
        function.invokedArn(),
        properties.number(resource, "BatchSize", DEFAULT_BATCH_SIZE),
        Duration.ofSeconds(properties.number(resource, "MaximumBatchingWindowInSeconds", 0)),
        properties.optionalNumber(
            resource.property("ScalingConfig").path("MaximumConcurrency"),
            resource.at("ScalingConfig.MaximumConcurrency")),
        reporting(resource));
  }

  private QueueResource queue(Resource resource) {
    String arn = properties.text(resource, "EventSourceArn");
    return queues.stream()
        .filter(queue -> queue.arn().equals(arn))
        .findFirst()
        .orElseThrow(
            () ->
                new TemplateException(
                    resource.at("EventSourceArn"), "is no queue of this stack: " + arn));
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
