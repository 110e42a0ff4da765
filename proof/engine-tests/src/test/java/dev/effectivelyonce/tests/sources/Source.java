package dev.effectivelyonce.tests.sources;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.http.ApiResponse;

/** Each way in which an event comes to a consumer. */
enum Source {
  SQS_STANDARD,
  SQS_FIFO,
  FUNCTION,
  HTTP,
  KINESIS,
  DYNAMODB_STREAMS,
  KAFKA,
  RABBITMQ;

  /** What a handler behind this source answers. */
  Object answer(String text) {
    return this == HTTP ? ApiResponse.json(201, text) : text;
  }

  /** Whether what can't be done for good is put aside, since the source has no dead letters. */
  boolean parks() {
    return switch (this) {
      case SQS_STANDARD, SQS_FIFO, FUNCTION, HTTP -> false;
      case KINESIS, DYNAMODB_STREAMS, KAFKA, RABBITMQ -> true;
    };
  }

  /** Delivers an event, and returns whether the source learns that it is done. */
  boolean deliver(Rig rig, int delivery, Parcel parcel) {
    return switch (this) {
      case SQS_STANDARD -> Queues.standard(rig, delivery, parcel);
      case SQS_FIFO -> Queues.fifo(rig, delivery, parcel);
      case FUNCTION -> Callers.function(rig, parcel);
      case HTTP -> Callers.http(rig, parcel);
      case DYNAMODB_STREAMS -> Partitions.table(rig, delivery, parcel);
      case KINESIS, KAFKA, RABBITMQ ->
          deliver(rig, delivery, parcel.json().getBytes(UTF_8), Reading.parcels());
    };
  }

  /** The same of a source whose events are bytes. */
  boolean deliver(Rig rig, int delivery, byte[] data, Reading<?> reading) {
    return switch (this) {
      case KINESIS -> Partitions.kinesis(rig, delivery, data, reading);
      case KAFKA -> Partitions.kafka(rig, delivery, data, reading);
      case RABBITMQ -> Partitions.rabbitMq(rig, delivery, data, reading);
      case SQS_STANDARD, SQS_FIFO, FUNCTION, HTTP, DYNAMODB_STREAMS ->
          throw new IllegalArgumentException(this + " hands over no bytes");
    };
  }
}
