package dev.effectivelyonce.simulation.history;

/** Where the messages of a history come from. */
public enum SourceModel {
  /** Queues of SQS, whose messages Lambda gives to a function. */
  SQS,
  /** Queues of SQS, from which processes with a worker receive. */
  SQS_WORKER,
  /** A topic of Kafka. */
  KAFKA,
  /** A stream of Kinesis. */
  KINESIS,
  /** A quorum queue of RabbitMQ, whose batches are acknowledged or come back as a whole. */
  RABBITMQ;

  /** Whether its messages are in queues of SQS. */
  public boolean isSqs() {
    return this == SQS || this == SQS_WORKER;
  }

  /** Whether its records stay where they are, and a position says which of them are done. */
  public boolean isLog() {
    return this == KAFKA || this == KINESIS;
  }
}
