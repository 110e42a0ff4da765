package dev.effectivelyonce.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.sqs.SqsConsumer.Terms;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * What a worker has to know about its queue.
 *
 * @param visibility how long messages are hidden after a receive
 * @param attempt how long the handlers of a batch may take
 */
record SourceFacts(String arn, Duration visibility, Duration attempt) {
  private static final Duration UNLIMITED = Duration.ofHours(12);

  /**
   * Reads the queue's attributes.
   *
   * @throws ConfigurationException if the queue can't be read, or consumer and queue do not match
   */
  static SourceFacts of(SqsClient sqs, String url, Terms consumer) {
    Map<QueueAttributeName, String> queue = attributes(sqs, url);
    Duration hidden = seconds(queue, QueueAttributeName.VISIBILITY_TIMEOUT);
    checkRedrive(queue.getOrDefault(QueueAttributeName.REDRIVE_POLICY, ""), url, consumer);
    // ElasticMQ keeps messages for ever, and has no such attribute.
    if (queue.containsKey(QueueAttributeName.MESSAGE_RETENTION_PERIOD)) {
      checkRetention(seconds(queue, QueueAttributeName.MESSAGE_RETENTION_PERIOD), url, consumer);
    }
    String arn = Objects.requireNonNull(queue.get(QueueAttributeName.QUEUE_ARN));
    return consumer
        .heartbeat()
        .filter(ignored -> consumer.mode() == ConsumerMode.ENFORCE)
        .map(lease -> new SourceFacts(arn, lease.plus(consumer.leaseMargin()), UNLIMITED))
        .orElseGet(() -> withoutHeartbeat(arn, hidden, url, consumer));
  }

  /** Nothing ends a handler here, so a claim that is not renewed would lapse while it runs. */
  private static SourceFacts withoutHeartbeat(
      String arn, Duration hidden, String url, Terms consumer) {
    WorkerChecks.heartbeat(
        consumer.name(), consumer.heartbeat(), consumer.mode(), consumer.claims());
    Duration attempt = hidden.minus(consumer.leaseMargin());
    if (!attempt.isPositive()) {
      throw new ConfigurationException(
          "The queue " + url + " has a visibility timeout of " + hidden,
          "Set it longer than the lease margin, " + consumer.leaseMargin());
    }
    return new SourceFacts(arn, hidden, attempt);
  }

  private static void checkRedrive(String policy, String url, Terms consumer) {
    if (policy.isEmpty()) {
      throw new ConfigurationException(
          "The queue " + url + " has no redrive policy",
          "Give it a dead-letter queue: a message that always fails would be received for ever");
    }
    if (url.endsWith(".fifo") && consumer.maxReceiveCount().isEmpty()) {
      throw new ConfigurationException(
          "The consumer '" + consumer.name().value() + "' does not know its maxReceiveCount",
          "Set maxReceiveCount(n) to that of the queue: without it a message group does not go on"
              + " after a message that failed on its last receive");
    }
    int ofQueue = maxReceiveCount(policy);
    int ofConsumer = consumer.maxReceiveCount().orElse(ofQueue);
    if (ofConsumer != ofQueue) {
      throw new ConfigurationException(
          "The consumer '%s' has maxReceiveCount %s, its queue %s has %s"
              .formatted(consumer.name().value(), ofConsumer, url, ofQueue),
          "Set both to the same number");
    }
  }

  private static int maxReceiveCount(String policy) {
    try {
      return new ObjectMapper().readTree(policy).path("maxReceiveCount").asInt();
    } catch (JsonProcessingException e) {
      throw new ConfigurationException(
          "The queue's redrive policy is no JSON", "Look at it in the console of SQS");
    }
  }

  private static void checkRetention(Duration ofQueue, String url, Terms consumer) {
    if (consumer.retention().compareTo(ofQueue) < 0) {
      throw new ConfigurationException(
          "The queue %s keeps messages for %s, the consumer '%s' its records for %s"
              .formatted(url, ofQueue, consumer.name().value(), consumer.retention()),
          "Keep records longer than the queue and its dead-letter queue keep messages, since a copy"
              + " that comes after its record has expired runs again");
    }
  }

  private static Map<QueueAttributeName, String> attributes(SqsClient sqs, String url) {
    try {
      return sqs.getQueueAttributes(
              request ->
                  request
                      .queueUrl(url)
                      .attributeNames(
                          QueueAttributeName.QUEUE_ARN,
                          QueueAttributeName.VISIBILITY_TIMEOUT,
                          QueueAttributeName.MESSAGE_RETENTION_PERIOD,
                          QueueAttributeName.REDRIVE_POLICY))
          .attributes();
    } catch (SdkException e) {
      throw new ConfigurationException(
          "The queue " + url + " can't be read: " + e.getMessage(),
          "Check its URL and Region, and the role's rights to sqs:GetQueueAttributes,"
              + " sqs:GetQueueUrl, sqs:ReceiveMessage, sqs:DeleteMessage and"
              + " sqs:ChangeMessageVisibility");
    }
  }

  private static Duration seconds(Map<QueueAttributeName, String> queue, QueueAttributeName name) {
    return Duration.ofSeconds(Long.parseLong(Objects.requireNonNull(queue.get(name))));
  }
}
