package dev.effectivelyonce.cdk;

/**
 * The alarms of a consumer of a stream, of Kafka or of RabbitMQ. Each alarm has a section in {@code
 * docs/operations.md}, which its description names. Alarms that also exist in {@link ConsumerAlarm}
 * have the same meaning.
 */
public enum StreamAlarm {
  /**
   * A record was parked, or Lambda gave it up. One record is enough, because it does not come back
   * by itself. The alarm rings until the queue is empty.
   */
  PARKED,

  /**
   * The last record was older than {@link IdempotentStreamConsumer.Builder#iteratorAgeAlarm} when
   * it was read, because a shard is held up or the function is slow. Lambda gives up records that
   * get too old.
   */
  ITERATOR_AGE,

  /**
   * More records wait in a Kafka topic than {@link IdempotentKafkaConsumer.Builder#offsetLagAlarm}
   * allows. A consumer of Kafka has this alarm instead of {@link #ITERATOR_AGE}.
   */
  OFFSET_LAG,

  /**
   * More messages are in a RabbitMQ queue than {@link
   * IdempotentRabbitMqConsumer.Builder#queueDepthAlarm} allows. A consumer of RabbitMQ has this
   * alarm instead of {@link #ITERATOR_AGE}.
   */
  QUEUE_DEPTH,

  /**
   * A message is in the dead-letter queue of RabbitMQ, because its batch came back more often than
   * the delivery limit allows. Only a consumer of RabbitMQ has this alarm.
   */
  DEAD_LETTERED,

  /** A record's outcome is unknown, and an operator has to decide. */
  HELD,

  /** An attempt ended after its claim was taken over. */
  SUPERSEDED,

  /** A handler ended, but its outcome could not be recorded. */
  UNRECORDED,

  /**
   * The store refuses calls or does not answer, so shards make no progress. Rings after three
   * minutes of five.
   */
  STORE_FAILED,

  /** Two records with the same business key contradict each other. */
  KEY_REUSED,

  /** A record counted as a duplicate of one that a function with another name handled. */
  FOREIGN,

  /** Whole invocations fail. Rings after three minutes of five. */
  ERRORS,

  /** Lambda throttles the function. Rings after three minutes of five. */
  THROTTLES
}
