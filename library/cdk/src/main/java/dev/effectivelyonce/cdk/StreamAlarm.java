package dev.effectivelyonce.cdk;

/**
 * The alarms of a consumer of a stream, of Kafka or of RabbitMQ. Each has a part of its own in
 * {@code docs/operations.md}, which its description names. Those that are in {@link ConsumerAlarm}
 * too mean the same.
 */
public enum StreamAlarm {
  /**
   * A record was parked, or given up by Lambda. One is enough: nothing brings it back by itself.
   * The alarm rings until the queue is empty.
   */
  PARKED,

  /**
   * The last record was older than {@link IdempotentStreamConsumer.Builder#iteratorAgeAlarm} when
   * it was read: a shard is held, or the function is slow. Records that get too old are given up.
   */
  ITERATOR_AGE,

  /**
   * More records wait in a Kafka topic than {@link IdempotentKafkaConsumer.Builder#offsetLagAlarm}
   * allows. A consumer of Kafka has this alarm in place of {@link #ITERATOR_AGE}.
   */
  OFFSET_LAG,

  /**
   * More messages are in a queue of RabbitMQ than {@link
   * IdempotentRabbitMqConsumer.Builder#queueDepthAlarm} allows. A consumer of RabbitMQ has this
   * alarm in place of {@link #ITERATOR_AGE}.
   */
  QUEUE_DEPTH,

  /**
   * A message is in the dead-letter queue of RabbitMQ, since its batch came back more often than
   * the delivery limit allows. A consumer of RabbitMQ alone has this alarm.
   */
  DEAD_LETTERED,

  /** A record's outcome is unknown, and an operator has to decide. */
  HELD,

  /** An attempt ended after its claim was taken over. */
  SUPERSEDED,

  /** A handler ended, and its end could not be recorded. */
  UNRECORDED,

  /** The store refuses or does not answer, so shards stand still. Three minutes of five. */
  STORE_FAILED,

  /** Two records of one business key contradict each other. */
  KEY_REUSED,

  /** A record passed for a duplicate of one that a function of another name handled. */
  FOREIGN,

  /** Whole invocations fail. Three minutes of five. */
  ERRORS,

  /** Lambda refuses to run the function. Three minutes of five. */
  THROTTLES
}
