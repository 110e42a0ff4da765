package dev.effectivelyonce.local.template;

import java.util.List;
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
    return new QueueResource(
        resource.logicalId(),
        name,
        resource.attribute("Arn"),
        environment.queueUrl(name),
        resource.texts(ATTRIBUTES),
        resource.has("RedrivePolicy") ? Optional.of(redrive(resource)) : Optional.empty());
  }

  /** The queue whose ARN a property of another resource is. */
  static QueueResource named(List<QueueResource> queues, Resource resource, String property) {
    String arn = resource.text(property);
    return queues.stream()
        .filter(queue -> queue.arn().equals(arn))
        .findFirst()
        .orElseThrow(
            () ->
                new TemplateException(resource.at(property), "is no queue of this stack: " + arn));
  }

  private static QueueResource.Redrive redrive(Resource resource) {
    return new QueueResource.Redrive(
        resource.text("RedrivePolicy/deadLetterTargetArn"),
        resource.number("RedrivePolicy/maxReceiveCount"));
  }
}
