package dev.effectivelyonce.batch;

import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;

/** A message of a source that keeps its messages in order and remembers how far they were read. */
public interface PartitionedMessage extends SourceMessage {
  /**
   * The position of a message in its partition.
   *
   * @param partition the shard or partition, with its source
   * @param number a number that grows along the partition
   */
  record Position(String partition, BigInteger number) {}

  /** Returns the position; empty if the record has no readable one. */
  Optional<Position> position();

  /** Returns the partition key; empty if the message has none. */
  Optional<String> partitionKey();

  /** {@inheritDoc} The source does not count receives, so this returns 1. */
  @Override
  default int receiveCount() {
    return 1;
  }

  /** {@inheritDoc} Returns true, because a partition keeps its order. */
  @Override
  default boolean isOrdered() {
    return true;
  }

  @Override
  default Map<String, Optional<String>> logFields() {
    return Map.of("messageId", Optional.of(messageId().orElse("none")));
  }
}
