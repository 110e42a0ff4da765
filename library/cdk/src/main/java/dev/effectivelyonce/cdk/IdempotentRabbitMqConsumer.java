package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Optional;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a queue of RabbitMQ on Amazon MQ once per business key: the
 * function, its parking queue, its rights, its logs and its alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * event source mapping calls. Such a mapping has no partial responses, no number of retries and no
 * destination for failures: a batch that is not done comes back as a whole. So the queue must be a
 * quorum queue with a delivery limit and a dead-letter queue.
 */
public final class IdempotentRabbitMqConsumer extends ParkingConsumer {
  private IdempotentRabbitMqConsumer(RabbitMqDraft draft) {
    super(draft);
  }

  /** Collects the settings of a consumer and checks them. */
  public static final class Builder extends ParkingFunctionBuilder<Builder> {
    private final RabbitMqDraft draft;

    private Builder(RabbitMqDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a consumer under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new RabbitMqDraft(scope, id));
    }

    /** Sets the broker. Required. */
    public Builder broker(RabbitMqBroker broker) {
      draft.broker = Optional.of(broker);
      return this;
    }

    /** Sets the queue; a mapping reads one. Required. */
    public Builder queue(RabbitMqQueue queue) {
      draft.queue = Optional.of(queue);
      return this;
    }

    /**
     * Sets how long a message may wait in the queue and the broker's dead-letter queue together.
     * RabbitMQ keeps it for ever, unless it has a time to live. Default: 14 days.
     */
    public Builder queueRetention(Duration retention) {
      draft.queueRetention = retention;
      return this;
    }

    /** Sets how many messages may be in the queue before an alarm rings. Default: 10,000. */
    public Builder queueDepthAlarm(int messages) {
      draft.queueDepthAlarm = messages;
      return this;
    }

    /**
     * Adds the consumer to the scope.
     *
     * @throws InvalidConstructException if something required is missing, or settings contradict
     *     each other or a service's limits; nothing is added then
     */
    public IdempotentRabbitMqConsumer build() {
      draft.check();
      return new IdempotentRabbitMqConsumer(draft);
    }
  }
}
