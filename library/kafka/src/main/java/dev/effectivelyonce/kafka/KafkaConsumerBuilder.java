package dev.effectivelyonce.kafka;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.streams.PartitionedConsumerBuilder;

/**
 * Describes a consumer. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or
 * {@link #settings}), {@link #parking} and {@link #handler}. Not thread-safe.
 *
 * @param <M> the type of the payload
 */
public final class KafkaConsumerBuilder<M>
    extends PartitionedConsumerBuilder<KafkaConsumerBuilder<M>, KafkaHandler<M>> {
  private final KafkaIdentity<M> identity;

  KafkaConsumerBuilder(KafkaIdentity<M> identity) {
    super(identity.consumer(), identity.json());
    this.identity = identity;
  }

  @Override
  protected KafkaConsumerBuilder<M> self() {
    return this;
  }

  /**
   * Returns the consumer.
   *
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  public KafkaConsumer<M> build() {
    return new KafkaConsumer<>(
        identity,
        batches(
            identity::read,
            (record, why) ->
                new ParkedMessage(record.origin(), identity.consumer(), record.text(), why)));
  }
}
