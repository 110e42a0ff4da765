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
 * The settings of a consumer of a partitioned source. Required: {@link #onAbandonedClaim}, {@link
 * #store}, {@link #retention} (or {@link #settings}), {@link #parking} and {@link #handler}. Not
 * thread-safe.
 *
 * @param <B> the builder that its methods return
 * @param <H> the type of the handlers
 */
public abstract class PartitionedConsumerBuilder<B extends PartitionedConsumerBuilder<B, H>, H>
    extends ParkingConsumerBuilder<B, H> {
  private PartitionLanes lanes = PartitionLanes.PARTITION;

  /**
   * Creates a builder for a consumer.
   *
   * @param json the codec that writes the results that are kept
   */
  protected PartitionedConsumerBuilder(ConsumerName consumer, JsonCodec json) {
    super(consumer, json);
    this.cache = CompletedCache.standard();
  }

  /**
   * Sets which records run one after the other. Default: {@link PartitionLanes#PARTITION}, all
   * records of a partition or shard in order.
   */
  public B lanes(PartitionLanes chosen) {
    this.lanes = chosen;
    return self();
  }

  /**
   * Sets the cache that recognizes completed records without asking the store. Default: {@link
   * CompletedCache#standard()}.
   */
  public B completedCache(CompletedCache chosen) {
    this.cache = chosen;
    return self();
  }

  /**
   * Returns the object that handles the consumer's batches. Its answer is the first record of each
   * partition that is not done.
   *
   * @param reading reads a record for its lane, with the consumer's handler
   * @param parked creates the parked message from a record and the reason
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
