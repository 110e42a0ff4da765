package dev.effectivelyonce.rabbitmq;

/** Says which messages of a batch run one after the other. */
public enum QueueLanes {
  /** Messages of one business key. All others run side by side. */
  BUSINESS_KEY,
  /**
   * All of a queue, in its order. A message that waits holds all behind it in its batch. The order
   * is that in which the broker hands messages over.
   */
  QUEUE;

  Object place(RabbitMqMessage message) {
    return switch (this) {
      // A message equals itself alone.
      case BUSINESS_KEY -> message;
      case QUEUE -> message.queue();
    };
  }
}
