package dev.effectivelyonce.simulation.history;

/** Where the messages of a history come from. */
public enum SourceModel {
  /** Queues of SQS. */
  SQS,
  /** A topic of Kafka. */
  KAFKA,
  /** A stream of Kinesis. */
  KINESIS,
  /** A quorum queue of RabbitMQ, whose batches are acknowledged or come back as a whole. */
  RABBITMQ;

  /** Whether its records stay where they are, and a position says which of them are done. */
  public boolean isLog() {
    return this == KAFKA || this == KINESIS;
  }
}
