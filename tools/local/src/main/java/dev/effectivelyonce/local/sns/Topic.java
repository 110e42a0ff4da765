package dev.effectivelyonce.local.sns;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.local.template.QueueResource;
import dev.effectivelyonce.local.template.SubscriptionResource;
import dev.effectivelyonce.local.template.TopicResource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A topic whose messages are in the queues when their publisher gets its answer. */
final class Topic {
  private static final Logger LOG = LoggerFactory.getLogger(Topic.class);
  private static final Duration DEDUPLICATION = Duration.ofMinutes(5);

  private final TopicResource resource;
  private final SqsClient sqs;
  private final Map<List<String>, Notification> recent = new HashMap<>();

  /** With what stands before it a number of 20 digits, as on AWS. */
  private long sequence = 100_000_000_000_000_000L;

  Topic(TopicResource resource, SqsClient sqs) {
    this.resource = resource;
    this.sqs = sqs;
  }

  /** Refuses what this kind of topic does not take. Each message of a FIFO topic gets its ids. */
  Publication accepted(Publication publication) {
    Optional<String> id = publication.deduplicationId();
    if (!resource.isFifo()) {
      if (id.isPresent()) {
        throw Refusal.invalid("MessageDeduplicationId is for FIFO topics");
      }
      return publication;
    }
    if (publication.groupId().isEmpty()) {
      throw Refusal.invalid("The MessageGroupId parameter is required for FIFO topics");
    }
    if (id.isEmpty() && !is("ContentBasedDeduplication", "true")) {
      throw Refusal.invalid("MessageDeduplicationId, without ContentBasedDeduplication");
    }
    return publication.withDeduplicationId(
        id.orElse(Fingerprint.of(publication.message()).value()));
  }

  /** One at a time, so that all queues have the messages of a group in one order. */
  synchronized Notification publish(Publication publication, String messageId, Instant now) {
    recent.values().removeIf(it -> !it.at().plus(DEDUPLICATION).isAfter(now));
    return resource.isFifo()
        ? recent.computeIfAbsent(
            sameAs(publication), ignored -> delivered(publication, messageId, now))
        : delivered(publication, messageId, now);
  }

  /** What a publication has in common with its duplicates. */
  private List<String> sameAs(Publication publication) {
    String id = publication.deduplicationId().orElseThrow();
    return is("FifoThroughputScope", "MessageGroup")
        ? List.of(publication.groupId().orElseThrow(), id)
        : List.of(id);
  }

  private boolean is(String attribute, String value) {
    return value.equals(resource.attributes().get(attribute));
  }

  private Notification delivered(Publication publication, String messageId, Instant now) {
    sequence += 1000;
    Notification notification =
        new Notification(
            resource.arn(),
            messageId,
            resource.isFifo() ? Optional.of("10" + sequence) : Optional.empty(),
            now,
            publication);
    resource.subscriptions().stream()
        .filter(it -> it.filter().map(publication::matches).orElse(true))
        .forEach(it -> deliver(notification, it));
    return notification;
  }

  private void deliver(Notification notification, SubscriptionResource subscription) {
    if (!takes(subscription.queue(), notification, subscription)) {
      subscription.deadLetters().ifPresent(dead -> takes(dead, notification, subscription));
    }
  }

  private boolean takes(
      QueueResource queue, Notification notification, SubscriptionResource subscription) {
    Publication publication = notification.publication();
    try {
      sqs.sendMessage(
          request -> {
            request.queueUrl(queue.url());
            publication.groupId().ifPresent(request::messageGroupId);
            if (queue.isFifo()) {
              request.messageDeduplicationId(publication.deduplicationId().orElseThrow());
            }
            switch (subscription.form()) {
              case NOTIFICATION -> request.messageBody(notification.json(subscription.arn()));
              case RAW ->
                  request
                      .messageBody(publication.message())
                      .messageAttributes(publication.sqsAttributes());
            }
          });
      return true;
    } catch (SdkException e) {
      LOG.warn("{} did not take a message of SNS: {}", queue.name(), e.getMessage());
      return false;
    }
  }
}
