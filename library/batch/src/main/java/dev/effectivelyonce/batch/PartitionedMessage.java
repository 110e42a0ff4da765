package dev.effectivelyonce.batch;

import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;

/** A message of a source that keeps its messages in order and remembers how far they are read. */
public interface PartitionedMessage extends SourceMessage {
  /**
   * The place of a message in its partition.
   *
   * @param partition the shard or partition, with its source
   * @param number grows along the partition
   */
  record Position(String partition, BigInteger number) {}

  /** Returns its position; empty where the record names none that can be read. */
  Optional<Position> position();

  /** Returns its partition key; empty where it has none. */
  Optional<String> partitionKey();

  /** {@inheritDoc} The source counts none, so it is 1. */
  @Override
  default int receiveCount() {
    return 1;
  }

  /** {@inheritDoc} A partition does. */
  @Override
  default boolean isOrdered() {
    return true;
  }

  @Override
  default Map<String, Optional<String>> logFields() {
    return Map.of("messageId", Optional.of(messageId().orElse("none")));
  }
}
