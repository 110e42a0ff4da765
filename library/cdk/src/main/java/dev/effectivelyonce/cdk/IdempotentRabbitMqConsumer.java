package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a RabbitMQ queue on Amazon MQ once per business key. The
 * construct includes the function, its parking queue, permissions, logs and alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * event source mapping calls. Such a mapping has no partial responses, no maximum number of retries
 * and no failure destination: a batch that is not done comes back as a whole. Therefore the queue
 * must be a quorum queue with a delivery limit and a dead-letter queue.
 */
public final class IdempotentRabbitMqConsumer extends ParkingConsumer {
  private IdempotentRabbitMqConsumer(Builder settings) {
    super(settings);
  }

  /** Builds a consumer and checks its settings. */
  public static final class Builder extends ParkingFunctionBuilder<Builder> {
    private static final Duration LONGEST_RETENTION = Duration.ofDays(3650);

    /** The part of an invocation in which no message is tried again. */
    private static final Duration RESERVE = Duration.ofSeconds(2);

    private Optional<RabbitMqBroker> broker = Optional.empty();
    private Optional<RabbitMqQueue> queue = Optional.empty();
    private Duration queueRetention = Duration.ofDays(14);
    private int queueDepthAlarm = 10_000;

    private Builder(Construct scope, String id) {
      super(scope, id, "queue");
    }

    /** Returns a builder for a consumer in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /** Sets the broker. Required. */
    public Builder broker(RabbitMqBroker broker) {
      this.broker = Optional.of(broker);
      return this;
    }

    /** Sets the queue. A mapping reads a single queue. Required. */
    public Builder queue(RabbitMqQueue queue) {
      this.queue = Optional.of(queue);
      return this;
    }

    /**
     * Sets how long a message may wait in the queue and the broker's dead-letter queue together.
     * RabbitMQ keeps a message forever unless it has a time to live. Default: 14 days.
     */
    public Builder queueRetention(Duration retention) {
      this.queueRetention = retention;
      return this;
    }

    /** Sets how many messages may be in the queue before an alarm rings. Default: 10,000. */
    public Builder queueDepthAlarm(int messages) {
      this.queueDepthAlarm = messages;
      return this;
    }

    @Override
    public IdempotentRabbitMqConsumer build() {
      check();
      return new IdempotentRabbitMqConsumer(this);
    }

    @Override
    Duration sourceRetention() {
      return queueRetention;
    }

    @Override
    List<Permission> sourceRights() {
      return broker.orElseThrow().rights();
    }

    @Override
    List<String> sourceProblems() {
      return new Problems().missing("broker", broker).missing("queue", queue).all();
    }

    @Override
    List<String> settingProblems() {
      return new Problems()
          .and(queue.orElseThrow().problems())
          .and(broker.orElseThrow().problems())
          .when(
              Durations.outside(queueRetention, Duration.ofSeconds(1), LONGEST_RETENTION),
              "queueRetention is %s: no record is kept as long. Set how long a message may wait,"
                  + " 3650 days at most.",
              queueRetention)
          .within("queueDepthAlarm", queueDepthAlarm, 1, Integer.MAX_VALUE)
          .all();
    }

    /**
     * A batch that waits for a store comes back when its invocation has no more time for starts.
     */
    @Override
    List<String> outageProblems() {
      boolean isOutside = Durations.outside(outage(), Duration.ofSeconds(1), queueRetention);
      long each = Math.max(1, timeout.minus(RESERVE).toMillis());
      long least = Math.ceilDiv(outage().toMillis(), each);
      int limit = queue.orElseThrow().deliveryLimit();
      return new Problems()
          .when(
              isOutside,
              "outageTolerance is %s. Set 1 s to queueRetention, %s.",
              outage(),
              queueRetention)
          .when(
              !isOutside && limit < least,
              "quorum(%s): in an outage of %s (outageTolerance) a batch comes back up to %s times,"
                  + " and is dead-lettered before. Raise x-delivery-limit to that, or the timeout.",
              limit,
              outage(),
              least)
          .all();
    }

    @Override
    LagAlarm lagAlarm() {
      return LagAlarm.ofDepth(
          queue.orElseThrow().dimensions(broker.orElseThrow()), queueDepthAlarm);
    }

    @Override
    Optional<LagAlarm> givenUpAlarm() {
      return Optional.of(
          LagAlarm.ofDeadLetters(queue.orElseThrow().deadLetterDimensions(broker.orElseThrow())));
    }

    @Override
    void read(CfnEventSourceMapping.Builder mapping, IQueue parking) {
      RabbitMqBroker from = broker.orElseThrow();
      RabbitMqQueue read = queue.orElseThrow();
      mapping
          .eventSourceArn(from.arn())
          .queues(List.of(read.name()))
          .sourceAccessConfigurations(
              List.of(
                  KafkaCluster.access("BASIC_AUTH", from.loginArn()),
                  KafkaCluster.access("VIRTUAL_HOST", read.virtualHost())));
    }
  }
}
