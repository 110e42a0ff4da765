package dev.effectivelyonce.kafka;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.streams.PartitionedConsumerBuilder;

/**
 * Builds a consumer. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or
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
   * Builds the consumer.
   *
   * @throws ConfigurationException if something required is missing, a setting is out of range, or
   *     no record can be read as its type
   */
  public KafkaConsumer<M> build() {
    identity.check();
    return new KafkaConsumer<>(
        new KafkaConsumer.Terms(
            identity.consumer(), identity.topics(), heartbeat, mode, claims, waits()),
        batches(
            identity::read,
            (record, why) ->
                new ParkedMessage(record.origin(), identity.consumer(), record.text(), why)));
  }
}
