package dev.effectivelyonce.streams;

import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.core.ConfigurationException;

/**
 * Builds a consumer. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or
 * {@link #settings}), {@link #parking} and {@link #handler}. Not thread-safe.
 *
 * @param <M> the type of the payload
 */
public final class StreamConsumerBuilder<M>
    extends PartitionedConsumerBuilder<StreamConsumerBuilder<M>, StreamHandler<M>> {
  private final StreamIdentity<M> identity;

  StreamConsumerBuilder(StreamIdentity<M> identity) {
    super(identity.consumer(), identity.json());
    this.identity = identity;
  }

  @Override
  protected StreamConsumerBuilder<M> self() {
    return this;
  }

  /**
   * Builds the consumer.
   *
   * @throws ConfigurationException if something required is missing, a setting is out of range, or
   *     no record can be read as its type
   */
  public StreamConsumer<M> build() {
    identity.check();
    return new StreamConsumer<>(
        identity,
        batches(
            identity::read,
            (record, why) ->
                new ParkedMessage(record.origin(), identity.consumer(), record.text(), why)));
  }
}
