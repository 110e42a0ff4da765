package dev.effectivelyonce.local.template;

import java.time.Duration;
import java.util.Optional;

/**
 * The settings of one event source mapping in provisioned mode.
 *
 * @param groupId the consumer group; no other mapping of the cluster may have it
 * @param clusterArn the cluster's ARN on Amazon MSK; empty for a self-managed one
 */
public record KafkaMapping(
    String topic,
    String groupId,
    String functionArn,
    Optional<String> clusterArn,
    StartingPosition start,
    Batching batching,
    FailureHandling failures) {

  /**
   * Checks that records which are given up don't come back.
   *
   * @throws IllegalArgumentException if the destination for failures is the topic itself
   */
  public KafkaMapping {
    if (failures.destination().equals(new OnFailure.Topic(topic))) {
      throw new IllegalArgumentException(
          "The destination for failures has to be another topic than the source " + topic);
    }
  }

  /**
   * A mapping of a self-managed cluster with AWS's defaults, from the oldest record on: 100 records
   * or half a second, whole batches, retries for ever.
   */
  public static KafkaMapping of(String topic, String groupId, String functionArn) {
    return new KafkaMapping(
        topic,
        groupId,
        functionArn,
        Optional.empty(),
        new StartingPosition.TrimHorizon(),
        Batching.DEFAULT,
        FailureHandling.defaults());
  }

  /** The same for a cluster on Amazon MSK. */
  public KafkaMapping onMsk(String arn) {
    return new KafkaMapping(
        topic, groupId, functionArn, Optional.of(arn), start, batching, failures);
  }

  /** The same from elsewhere on. */
  public KafkaMapping from(StartingPosition other) {
    return new KafkaMapping(topic, groupId, functionArn, clusterArn, other, batching, failures);
  }

  /** The same with events of another size. */
  public KafkaMapping batching(int size, Duration window) {
    return new KafkaMapping(
        topic, groupId, functionArn, clusterArn, start, new Batching(size, window), failures);
  }

  /** The same with failures handled in another way. */
  public KafkaMapping onFailures(FailureHandling other) {
    return new KafkaMapping(topic, groupId, functionArn, clusterArn, start, batching, other);
  }
}
