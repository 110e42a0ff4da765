package dev.effectivelyonce.tests.sources;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.UnfinishedBatchException;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.kafka.KafkaConsumer;
import dev.effectivelyonce.kafka.KafkaIdentity;
import dev.effectivelyonce.kafka.KafkaKey;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.rabbitmq.RabbitMqIdentity;
import dev.effectivelyonce.rabbitmq.RabbitMqKey;
import dev.effectivelyonce.streams.ParkingConsumerBuilder;
import dev.effectivelyonce.streams.StreamConsumer;
import dev.effectivelyonce.streams.StreamIdentity;
import dev.effectivelyonce.streams.StreamKey;
import dev.effectivelyonce.streams.TableChange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Parcels in a stream, a table, a topic and a broker's queue, each at a position of its own. */
final class Partitions {
  private static final String NOTHING_LEFT = "{\"batchItemFailures\":[]}";

  private Partitions() {}

  static boolean kinesis(Rig rig, int position, byte[] data, Reading<?> reading) {
    return handled(rig, overKinesis(rig, reading), Wire.KINESIS, data, position);
  }

  static <M> StreamConsumer<M> overKinesis(Rig rig, Reading<M> reading) {
    StreamIdentity<M> identity =
        StreamIdentity.ofKinesis(
                Rig.CONSUMER,
                reading.type(),
                StreamKey.of("first", reading.first()).and("last", reading.last()))
            .fingerprint(reading.agreeing())
            .json(reading.json());
    return with(rig, StreamConsumer.of(reading.envelope().map(identity::envelope).orElse(identity)))
        .handler((it, delivered) -> rig.code().handle(delivered.attempt()))
        .build();
  }

  static boolean table(Rig rig, int position, Parcel parcel) {
    return handled(rig, overATable(rig), Wire.TABLE.event(Wire.TABLE.record(position, parcel)));
  }

  static StreamConsumer<?> overATable(Rig rig) {
    StreamIdentity<TableChange<Parcel>> identity =
        StreamIdentity.ofTable(
                Rig.CONSUMER,
                Parcel.class,
                StreamKey.<TableChange<Parcel>>of("id", it -> it.keys().get("id")))
            .fingerprint(it -> Fingerprint.of(it.after().orElseThrow().weight()));
    return with(rig, StreamConsumer.of(identity))
        .handler((it, delivered) -> rig.code().handle(delivered.attempt()))
        .build();
  }

  static boolean kafka(Rig rig, int position, byte[] data, Reading<?> reading) {
    return handled(rig, overKafka(rig, reading), Wire.KAFKA, data, position);
  }

  static <M> KafkaConsumer<M> overKafka(Rig rig, Reading<M> reading) {
    KafkaIdentity<M> identity =
        KafkaIdentity.of(
                Rig.CONSUMER,
                reading.type(),
                KafkaKey.of("first", reading.first()).and(KafkaKey.of("last", reading.last())))
            .fingerprint(reading.agreeing())
            .json(reading.json());
    return with(rig, KafkaConsumer.of(reading.envelope().map(identity::envelope).orElse(identity)))
        .handler((it, delivered) -> rig.code().handle(delivered.attempt()))
        .build();
  }

  /** The delivery is its message id: a broker hands over no position. */
  static boolean rabbitMq(Rig rig, int delivery, byte[] data, Reading<?> reading) {
    try {
      byte[] event = Wire.RABBITMQ.event(Wire.RABBITMQ.record(delivery, data));
      return !answer(rig, overRabbitMq(rig, reading), event).isEmpty();
    } catch (UnfinishedBatchException comesBack) {
      return false;
    }
  }

  static <M> RabbitMqConsumer<M> overRabbitMq(Rig rig, Reading<M> reading) {
    RabbitMqIdentity<M> identity =
        RabbitMqIdentity.of(
                Rig.CONSUMER,
                reading.type(),
                RabbitMqKey.of("first", reading.first())
                    .and(RabbitMqKey.of("last", reading.last())))
            .fingerprint(reading.agreeing())
            .json(reading.json());
    return with(
            rig, RabbitMqConsumer.of(reading.envelope().map(identity::envelope).orElse(identity)))
        .handler((it, delivered) -> rig.code().handle(delivered.attempt()))
        .build();
  }

  static <B extends ParkingConsumerBuilder<B, ?>> B with(Rig rig, B builder) {
    rig.heartbeat.ifPresent(builder::heartbeat);
    rig.maxAttempts.ifPresent(builder::maxAttempts);
    return builder
        .onAbandonedClaim(rig.abandoned)
        .store(rig.store)
        .retention(Rig.RETENTION)
        .mode(rig.mode)
        .claims(rig.claims)
        .parking((message, deadline) -> rig.parked.add(message))
        .platform(rig.platform());
  }

  private static boolean handled(
      Rig rig, RequestStreamHandler consumer, Wire wire, byte[] data, int position) {
    return handled(rig, consumer, wire.event(wire.record(position, data)));
  }

  private static boolean handled(Rig rig, RequestStreamHandler consumer, byte[] event) {
    return answer(rig, consumer, event).equals(NOTHING_LEFT);
  }

  private static String answer(Rig rig, RequestStreamHandler consumer, byte[] event) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      consumer.handleRequest(new ByteArrayInputStream(event), answer, rig.invocation());
    } catch (IOException e) {
      throw new IllegalStateException("The event is JSON", e);
    }
    return answer.toString(StandardCharsets.UTF_8);
  }
}
