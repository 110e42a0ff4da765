package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.time.Duration;
import java.util.List;

/** AWS::Lambda::EventSourceMapping of an SQS queue. */
final class EventSourceParser {
  private static final int DEFAULT_BATCH_SIZE = 10;

  private final Properties properties;
  private final List<QueueResource> queues;
  private final List<FunctionResource> functions;

  EventSourceParser(
      Properties properties, List<QueueResource> queues, List<FunctionResource> functions) {
    this.properties = properties;
    this.queues = queues;
    this.functions = functions;
  }

  EventSourceResource parse(Resource resource) {
    FunctionResource function = function(resource);
    String named = properties.text(resource, "FunctionName");
    return new EventSourceResource(
        resource.logicalId(),
        queue(resource),
        function,
        named.startsWith("arn:") ? named : function.arn(),
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

  private FunctionResource function(Resource resource) {
    String named = properties.text(resource, "FunctionName");
    return functions.stream()
        .filter(function -> names(named, function))
        .findFirst()
        .orElseThrow(
            () ->
                new TemplateException(
                    resource.at("FunctionName"), "is no function of this stack: " + named));
  }

  /** A mapping may name a function by name or ARN, each with an alias or version behind a colon. */
  private static boolean names(String named, FunctionResource function) {
    return List.of(function.arn(), function.name()).stream()
        .anyMatch(full -> named.equals(full) || named.startsWith(full + ":"));
  }

  private static BatchReporting reporting(Resource resource) {
    return resource
            .property("FunctionResponseTypes")
            .valueStream()
            .map(JsonNode::asText)
            .anyMatch("ReportBatchItemFailures"::equals)
        ? BatchReporting.ITEM_FAILURES
        : BatchReporting.WHOLE_BATCH;
  }
}
