package dev.effectivelyonce.local.template;

import java.util.List;
import java.util.Map;

/**
 * A topic of the template.
 *
 * @param attributes SNS attribute names to values
 * @param subscriptions those of queues of the template
 */
public record TopicResource(
    String arn, Map<String, String> attributes, List<SubscriptionResource> subscriptions) {

  /** Returns whether SNS keeps order within a message group; known by the name, as on AWS. */
  public boolean isFifo() {
    return arn.endsWith(".fifo");
  }
}
