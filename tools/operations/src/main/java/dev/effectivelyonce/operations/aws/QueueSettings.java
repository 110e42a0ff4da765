package dev.effectivelyonce.operations.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * What is set on a queue.
 *
 * @param url where it is
 * @param arn its ARN
 * @param visibility how long a received message is hidden
 * @param retention how long messages are kept; empty where the queue does not say
 * @param redrive where messages go that were received too often
 * @param messages about how many messages it has that can be received now; empty where it does not
 *     say
 * @param inFlight about how many are received and not deleted; empty where it does not say
 * @param delayed about how many are not yet to be received; empty where it does not say
 */
public record QueueSettings(
    String url,
    String arn,
    Duration visibility,
    Optional<Duration> retention,
    Optional<RedrivePolicy> redrive,
    Optional<Long> messages,
    Optional<Long> inFlight,
    Optional<Long> delayed) {
  /**
   * The redrive policy: where messages go that were received too often.
   *
   * @param deadLetterArn to which queue
   * @param maxReceiveCount after how many receives
   */
  public record RedrivePolicy(String deadLetterArn, int maxReceiveCount) {}

  /** The settings that a queue's attributes say. */
  public static QueueSettings of(String url, Map<QueueAttributeName, String> attributes) {
    return new QueueSettings(
        url,
        attributes.getOrDefault(QueueAttributeName.QUEUE_ARN, ""),
        seconds(attributes, QueueAttributeName.VISIBILITY_TIMEOUT).orElse(Duration.ZERO),
        seconds(attributes, QueueAttributeName.MESSAGE_RETENTION_PERIOD),
        Optional.ofNullable(attributes.get(QueueAttributeName.REDRIVE_POLICY))
            .flatMap(QueueSettings::redrive),
        number(attributes, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES),
        number(attributes, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE),
        number(attributes, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED));
  }

  /** Returns the queue's name. */
  public String name() {
    return arn.substring(arn.lastIndexOf(':') + 1);
  }

  /** Returns whether it is a FIFO queue. */
  public boolean isFifo() {
    return arn.endsWith(".fifo");
  }

  /** Returns the name of the queue to which messages go that were received too often. */
  public Optional<String> deadLetterName() {
    return redrive.map(it -> it.deadLetterArn().substring(it.deadLetterArn().lastIndexOf(':') + 1));
  }

  private static Optional<Duration> seconds(
      Map<QueueAttributeName, String> attributes, QueueAttributeName name) {
    return number(attributes, name).map(Duration::ofSeconds);
  }

  private static Optional<Long> number(
      Map<QueueAttributeName, String> attributes, QueueAttributeName name) {
    return Optional.ofNullable(attributes.get(name)).map(Long::valueOf);
  }

  private static Optional<RedrivePolicy> redrive(String policy) {
    try {
      JsonNode node = new ObjectMapper().readTree(policy);
      String target = node.path("deadLetterTargetArn").asText();
      return target.isBlank()
          ? Optional.empty()
          : Optional.of(new RedrivePolicy(target, node.path("maxReceiveCount").asInt()));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
