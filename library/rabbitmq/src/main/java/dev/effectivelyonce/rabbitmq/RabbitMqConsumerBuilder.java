package dev.effectivelyonce.rabbitmq;

import dev.effectivelyonce.batch.Lanes;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.WholeBatch;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.streams.BatchEnd;
import dev.effectivelyonce.streams.ParkingConsumerBuilder;

/**
 * Builds a consumer. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or
 * {@link #settings}), {@link #parking} and {@link #handler}. Not thread-safe.
 *
 * @param <M> the type of the payload
 */
public final class RabbitMqConsumerBuilder<M>
    extends ParkingConsumerBuilder<RabbitMqConsumerBuilder<M>, RabbitMqHandler<M>> {
  private final RabbitMqIdentity<M> identity;
  private QueueLanes lanes = QueueLanes.BUSINESS_KEY;

  RabbitMqConsumerBuilder(RabbitMqIdentity<M> identity) {
    super(identity.consumer(), identity.json());
    this.identity = identity;
  }

  @Override
  protected RabbitMqConsumerBuilder<M> self() {
    return this;
  }

  /**
   * Sets which messages run one after the other. Default: {@link QueueLanes#BUSINESS_KEY}, those
   * with the same business key.
   */
  public RabbitMqConsumerBuilder<M> lanes(QueueLanes chosen) {
    this.lanes = chosen;
    return this;
  }

  /**
   * Builds the consumer.
   *
   * @throws ConfigurationException if something required is missing, a setting is out of range, or
   *     no message can be read as its type
   */
  public RabbitMqConsumer<M> build() {
    identity.check();
    QueueLanes chosen = lanes;
    return new RabbitMqConsumer<>(
        new RabbitMqConsumer.Terms(
            identity.consumer(), identity.queues(), heartbeat, mode, claims, waits(), chosen),
        batches(
            identity::read,
            batch -> Lanes.of(batch, chosen::place),
            this::parked,
            (parking, clock) -> ending(new WholeBatch<>(parking, this::parked, clock))));
  }

  private ParkedMessage parked(RabbitMqMessage message, String why) {
    return new ParkedMessage(message.origin(), identity.consumer(), message.text(), why);
  }

  private static BatchEnd<RabbitMqMessage, Integer> ending(WholeBatch<RabbitMqMessage> whole) {
    return (batch, deadline) -> {
      whole.end(batch, deadline);
      return batch.size();
    };
  }
}
