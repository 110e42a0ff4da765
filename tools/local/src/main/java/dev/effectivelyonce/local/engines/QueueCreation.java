package dev.effectivelyonce.local.engines;

import dev.effectivelyonce.local.template.QueueResource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Creates queues as the template describes them. */
record QueueCreation(SqsClient sqs) {
  /** A dead-letter queue must exist before the queue that names it. */
  void create(List<QueueResource> queues) {
    queues.stream()
        .sorted(Comparator.comparing(queue -> queue.redrive().isPresent()))
        .forEach(this::create);
  }

  private void create(QueueResource queue) {
    sqs.createQueue(
        request -> request.queueName(queue.name()).attributesWithStrings(attributes(queue)));
  }

  private static Map<String, String> attributes(QueueResource queue) {
    Map<String, String> attributes = new HashMap<>(queue.attributes());
    queue.redrive().ifPresent(redrive -> attributes.put("RedrivePolicy", policy(redrive)));
    return attributes;
  }

  private static String policy(QueueResource.Redrive redrive) {
    return "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":\"%s\"}"
        .formatted(redrive.deadLetterQueueArn(), redrive.maxReceiveCount());
  }
}
