package dev.effectivelyonce.local.template;

import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A topic of Kafka that triggers a function, by a mapping in provisioned mode.
 *
 * @param invokedFunctionArn the function's, with the alias that the mapping names
 * @param clusterArn on Amazon MSK; empty for a self-managed cluster
 * @param batchingWindow absent where the template leaves it to Lambda
 * @param mostPollers absent where the template leaves it to Lambda
 * @param maximumRetries absent where there is no end
 * @param maximumAge absent where no record is too old
 */
public record KafkaResource(
    String logicalId,
    String topic,
    String groupId,
    FunctionResource function,
    String invokedFunctionArn,
    Optional<String> clusterArn,
    Start start,
    int batchSize,
    Optional<Duration> batchingWindow,
    OptionalInt mostPollers,
    BatchReporting reporting,
    OnError onError,
    OptionalInt maximumRetries,
    Optional<Duration> maximumAge,
    GivenUp givenUp) {

  /** The place where a group begins that has committed nothing. */
  public sealed interface Start {
    /** The oldest record that is kept. */
    record TrimHorizon() implements Start {}

    /** Behind the newest record. */
    record Latest() implements Start {}

    /** The first record that is not older than this. */
    record AtTimestamp(Instant instant) implements Start {}
  }

  /** What becomes of an event whose invocation failed. */
  public enum OnError {
    /** Send it again as it is. */
    RETRY,
    /** Send its halves, one after the other. */
    BISECT
  }

  /** The place of records that are given up. */
  public sealed interface GivenUp {
    /** Nowhere. */
    record Skipped() implements GivenUp {}

    /** A queue of the stack. */
    record ToQueue(String url) implements GivenUp {}

    /** Another topic of the cluster. */
    record ToTopic(String name) implements GivenUp {}
  }

  /** The same with another function. */
  KafkaResource with(FunctionResource other) {
    return new KafkaResource(
        logicalId,
        topic,
        groupId,
        other,
        invokedFunctionArn,
        clusterArn,
        start,
        batchSize,
        batchingWindow,
        mostPollers,
        reporting,
        onError,
        maximumRetries,
        maximumAge,
        givenUp);
  }
}
