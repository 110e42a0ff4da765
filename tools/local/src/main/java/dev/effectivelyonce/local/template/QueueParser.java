package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** AWS::SQS::Queue. */
record QueueParser(StackEnvironment environment, Properties properties) {
  private static final List<String> ATTRIBUTES =
      List.of(
          "VisibilityTimeout",
          "MessageRetentionPeriod",
          "DelaySeconds",
          "ReceiveMessageWaitTimeSeconds",
          "MaximumMessageSize",
          "FifoQueue",
          "ContentBasedDeduplication");

  QueueResource parse(Resource resource) {
    Location name = resource.at("QueueName");
    String physicalName = properties.attribute(resource.logicalId(), "QueueName", name);
    return new QueueResource(
        resource.logicalId(),
        physicalName,
        properties.attribute(resource.logicalId(), "Arn", name),
        environment.queueUrl(physicalName),
        attributes(resource),
        redrive(resource));
  }

  private Map<String, String> attributes(Resource resource) {
    Map<String, String> attributes = new LinkedHashMap<>();
    ATTRIBUTES.forEach(
        name ->
            properties
                .optionalText(resource, name)
                .ifPresent(value -> attributes.put(name, value)));
    return Map.copyOf(attributes);
  }

  private Optional<QueueResource.Redrive> redrive(Resource resource) {
    JsonNode policy = resource.property("RedrivePolicy");
    if (policy.isMissingNode()) {
      return Optional.empty();
    }
    Location where = resource.at("RedrivePolicy");
    return Optional.of(
        new QueueResource.Redrive(
            properties.text(policy.path("deadLetterTargetArn"), where.child("deadLetterTargetArn")),
            properties.number(policy.path("maxReceiveCount"), where.child("maxReceiveCount"))));
  }
}
