package dev.effectivelyonce.local.template;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** AWS::SQS::Queue. */
record QueueParser(StackEnvironment environment) {
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
    String name = resource.attribute("QueueName");
    Map<String, String> attributes = new LinkedHashMap<>();
    ATTRIBUTES.forEach(
        attribute ->
            resource.optionalText(attribute).ifPresent(value -> attributes.put(attribute, value)));
    return new QueueResource(
        resource.logicalId(),
        name,
        resource.attribute("Arn"),
        environment.queueUrl(name),
        Map.copyOf(attributes),
        resource.has("RedrivePolicy") ? Optional.of(redrive(resource)) : Optional.empty());
  }

  private static QueueResource.Redrive redrive(Resource resource) {
    return new QueueResource.Redrive(
        resource.text("RedrivePolicy/deadLetterTargetArn"),
        resource.number("RedrivePolicy/maxReceiveCount"));
  }
}
