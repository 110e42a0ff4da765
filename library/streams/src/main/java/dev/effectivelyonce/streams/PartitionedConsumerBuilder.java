package dev.effectivelyonce.streams;

import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.Checkpoints;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.batch.PartitionedMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.sqs.JsonCodec;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The settings of a consumer whose source keeps its records in partitions. Required: {@link
 * #onAbandonedClaim}, {@link #store}, {@link #retention} (or {@link #settings}), {@link #parking}
 * and {@link #handler}. Not thread-safe.
 *
 * @param <B> the builder that its methods return
 * @param <H> the type of the handlers
 */
public abstract class PartitionedConsumerBuilder<B extends PartitionedConsumerBuilder<B, H>, H>
    extends ParkingConsumerBuilder<B, H> {
  private PartitionLanes lanes = PartitionLanes.PARTITION;

  /**
   * Starts to describe a consumer.
   *
   * @param json writes the results that are kept
   */
  protected PartitionedConsumerBuilder(ConsumerName consumer, JsonCodec json) {
    super(consumer, json);
    this.window = CompletedCache.standard();
  }

  /**
   * Sets which records run one after the other. Default: {@link PartitionLanes#PARTITION}, all of a
   * partition or shard in its order.
   */
  public B lanes(PartitionLanes chosen) {
    this.lanes = chosen;
    return self();
  }

  /** Sets what is known again without asking. Default: {@link CompletedCache#standard()}. */
  public B completedCache(CompletedCache chosen) {
    this.window = chosen;
    return self();
  }

  /**
   * Returns what handles the consumer's batches, and answers with the first record of each
   * partition that is not done.
   *
   * @param reading reads a record for its lane, with the consumer's handler
   * @param parked makes what is parked of a record and the reason
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  protected <S extends PartitionedMessage> ParkingBatches<S, List<S>> batches(
      BiFunction<S, H, BatchMessage<S>> reading, BiFunction<S, String, ParkedMessage> parked) {
    return batches(
        reading,
        lanes::of,
        parked,
        (parking, clock) -> new Checkpoints<>(parking, parked, clock)::unfinished);
  }
}
