package dev.effectivelyonce.local.sns;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.local.template.QueueResource;
import dev.effectivelyonce.local.template.SubscriptionResource;
import dev.effectivelyonce.local.template.TopicResource;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A topic whose messages are in the queues when their publisher gets its answer. */
final class Topic {
  private static final Logger LOG = LoggerFactory.getLogger(Topic.class);
  private static final Duration DEDUPLICATION = Duration.ofMinutes(5);
  private static final BigInteger SEQUENCE_START = BigInteger.TEN.pow(19);
  private static final BigInteger SEQUENCE_STEP = BigInteger.valueOf(1000);

  private final TopicResource resource;
  private final SqsClient sqs;
  private final Map<List<String>, Notification> recent = new HashMap<>();
  private BigInteger sequence = SEQUENCE_START;

  Topic(TopicResource resource, SqsClient sqs) {
    this.resource = resource;
    this.sqs = sqs;
  }

  TopicResource resource() {
    return resource;
  }

  /** Refuses what this kind of topic does not take. Each message of a FIFO topic gets its ids. */
  Publication accepted(Publication publication) {
    Optional<String> given = publication.deduplicationId();
    if (!resource.isFifo()) {
      given.ifPresent(
          id -> {
            throw Refusal.invalid("MessageDeduplicationId Reason: the topic is no FIFO topic");
          });
      return publication;
    }
    if (publication.groupId().isEmpty()) {
      throw Refusal.invalid("The MessageGroupId parameter is required for FIFO topics");
    }
    if (given.isEmpty() && !is("ContentBasedDeduplication", "true")) {
      throw Refusal.invalid(
          "The topic should either have ContentBasedDeduplication enabled or"
              + " MessageDeduplicationId provided explicitly");
    }
    return publication.withDeduplicationId(given.orElseGet(() -> sha256(publication.message())));
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
    sequence = sequence.add(SEQUENCE_STEP);
    Notification notification =
        new Notification(
            resource.arn(),
            messageId,
            resource.isFifo() ? Optional.of(sequence.toString()) : Optional.empty(),
            now,
            publication);
    resource.subscriptions().stream()
        .filter(it -> it.filter().map(publication::matches).orElse(true))
        .forEach(it -> deliver(notification, it));
    return notification;
  }

  /** Tries the queue, and then that of the dead letters. */
  private void deliver(Notification notification, SubscriptionResource subscription) {
    boolean arrived =
        Stream.concat(Stream.of(subscription.queue()), subscription.deadLetters().stream())
            .anyMatch(queue -> takes(queue, notification, subscription));
    if (!arrived) {
      LOG.warn("{} is lost for {}", notification.messageId(), subscription.queue().name());
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

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
