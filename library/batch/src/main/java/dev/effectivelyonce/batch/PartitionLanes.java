package dev.effectivelyonce.batch;

import java.util.Collection;
import java.util.List;

/** The choice of which messages of a partition run one after the other. */
public enum PartitionLanes {
  /**
   * All messages of a partition run in order. A message that waits holds up all messages behind it.
   */
  PARTITION,
  /**
   * Messages with the same partition key run in order; other keys run concurrently. If a message
   * comes back, finished messages behind it come back too and are then duplicates.
   */
  PARTITION_KEY;

  /**
   * Returns the lanes of a batch, each in the batch's order. Messages with the same business key
   * share a lane, whatever their partition keys are, so that a copy follows the first.
   */
  public <S extends PartitionedMessage> Collection<List<BatchMessage<S>>> of(
      List<BatchMessage<S>> batch) {
    return Lanes.of(batch, this::place);
  }

  private Object place(PartitionedMessage message) {
    String partition = message.position().map(it -> it.partition()).orElse("");
    return switch (this) {
      case PARTITION -> partition;
      case PARTITION_KEY -> List.of(partition, message.partitionKey().orElse(""));
    };
  }
}
