package dev.effectivelyonce.simulation.world;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;
import dev.effectivelyonce.rabbitmq.QueueLanes;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;
import dev.effectivelyonce.simulation.history.LogPlan;
import dev.effectivelyonce.simulation.history.Plan;
import dev.effectivelyonce.simulation.history.SourceModel;
import dev.effectivelyonce.simulation.log.LogRecord;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.streams.ParkingConsumerBuilder;
import dev.effectivelyonce.streams.StreamConsumer;
import dev.effectivelyonce.streams.StreamIdentity;
import dev.effectivelyonce.streams.StreamKey;

/**
 * What a consumer of a log is made of.
 *
 * @param json reads the bodies
 */
public record LogWiring(
    LogPlan log,
    JsonCodec json,
    Platform platform,
    IdempotencyStore store,
    Parking parking,
    TransitionObserver observer,
    Handler handler) {
  private static final String KEY = "key";

  /** Handles the records of a log. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Handles one.
     *
     * @param place where the record is
     */
    HandlerResult handle(Event event, Attempt attempt, String place) throws Exception;
  }

  /** The real consumer of a source. */
  RequestStreamHandler function(Plan plan, SourceModel source) {
    return switch (source) {
      case KAFKA -> kafka(plan);
      case KINESIS -> kinesis(plan);
      case RABBITMQ -> rabbitMq(plan);
      case SQS, SQS_WORKER -> throw new IllegalStateException("SQS has a consumer of its own");
    };
  }

  private RequestStreamHandler kafka(Plan plan) {
    KafkaIdentity<Event> identity =
        KafkaIdentity.of(Event.CONSUMER.value(), Event.class, KafkaKey.of(KEY, Event::key))
            .fingerprint(Event::fingerprint)
            .json(json);
    return set(KafkaConsumer.of(identity), plan)
        .lanes(log.lanes())
        .handler(
            (event, delivery) ->
                handler.handle(
                    event, delivery.attempt(), delivery.record().messageId().orElseThrow()))
        .build();
  }

  private RequestStreamHandler kinesis(Plan plan) {
    StreamIdentity<Event> identity =
        StreamIdentity.ofKinesis(Event.CONSUMER.value(), Event.class, StreamKey.of(KEY, Event::key))
            .fingerprint(Event::fingerprint)
            .json(json);
    return set(StreamConsumer.of(identity), plan)
        .lanes(log.lanes())
        .handler(
            (event, delivery) ->
                handler.handle(
                    event,
                    delivery.attempt(),
                    LogRecord.place(
                        delivery.record().shard(),
                        delivery.record().sequenceNumber().orElseThrow())))
        .build();
  }

  private RequestStreamHandler rabbitMq(Plan plan) {
    RabbitMqIdentity<Event> identity =
        RabbitMqIdentity.of(Event.CONSUMER.value(), Event.class, RabbitMqKey.of(KEY, Event::key))
            .fingerprint(Event::fingerprint)
            .json(json);
    return set(RabbitMqConsumer.of(identity), plan)
        .lanes(log.lanes() == PartitionLanes.PARTITION ? QueueLanes.QUEUE : QueueLanes.BUSINESS_KEY)
        .handler(
            (event, delivery) ->
                handler.handle(
                    event, delivery.attempt(), delivery.message().messageId().orElseThrow()))
        .build();
  }

  private <B extends ParkingConsumerBuilder<B, H>, H> B set(B consumer, Plan plan) {
    log.maxAttempts().ifPresent(consumer::maxAttempts);
    return ConsumerParts.set(consumer, plan, platform)
        .store(store)
        .shutdownMargin(log.reserve())
        .parking(parking)
        .observer(observer);
  }
}
