package dev.effectivelyonce.batch;

import java.util.Collection;
import java.util.List;

/** Says which messages of a partition run one after the other. */
public enum PartitionLanes {
  /** All of a partition, in its order. A message that waits holds all behind it. */
  PARTITION,
  /**
   * Messages of one partition key, in their order; other keys run beside them. What is finished
   * behind a message that comes back comes back, too, and is a duplicate then.
   */
  PARTITION_KEY;

  /**
   * Returns the lanes of a batch, each in the batch's order. Messages of one business key share a
   * lane, whatever their partition keys are: a copy follows the first.
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
