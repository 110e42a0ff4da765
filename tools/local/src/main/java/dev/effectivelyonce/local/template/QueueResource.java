package dev.effectivelyonce.local.template;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A queue of the template.
 *
 * @param attributes SQS attribute names to values, without the redrive policy
 */
public record QueueResource(
    String logicalId,
    String name,
    String arn,
    String url,
    Map<String, String> attributes,
    Optional<Redrive> redrive) {

  /** The redrive policy: where messages go after a number of receives. */
  public record Redrive(String deadLetterQueueArn, int maxReceiveCount) {}

  /** Returns whether SQS keeps order within a message group; known by the name, as on AWS. */
  public boolean isFifo() {
    return name.endsWith(".fifo");
  }

  /** The same with another number of receives, where it has a dead-letter queue. */
  public QueueResource withMaxReceiveCount(int receives) {
    return new QueueResource(
        logicalId,
        name,
        arn,
        url,
        attributes,
        redrive.map(it -> new Redrive(it.deadLetterQueueArn(), receives)));
  }

  /** The same with an attribute added, or replaced. */
  public QueueResource withAttribute(String attribute, String value) {
    Map<String, String> all = new TreeMap<>(attributes);
    all.put(attribute, value);
    return new QueueResource(logicalId, name, arn, url, Map.copyOf(all), redrive);
  }
}
