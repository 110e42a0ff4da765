package dev.effectivelyonce.local.template;

import java.util.Optional;

/**
 * A queue that gets the messages published to a topic.
 *
 * @param filter what it gets of that; all without one
 * @param deadLetters where messages go that the queue does not take
 */
public record SubscriptionResource(
    String arn,
    QueueResource queue,
    Form form,
    Optional<FilterPolicy> filter,
    Optional<QueueResource> deadLetters) {

  /** What the body of a message in the queue is. */
  public enum Form {
    /** SNS's notification, which has the published message in it. */
    NOTIFICATION,
    /** The published message. */
    RAW
  }
}
