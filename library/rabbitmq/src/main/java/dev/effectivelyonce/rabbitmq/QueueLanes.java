package dev.effectivelyonce.rabbitmq;

/** The choice of which messages of a batch run one after the other. */
public enum QueueLanes {
  /** Messages with the same business key run one after the other. All others run concurrently. */
  BUSINESS_KEY,
  /**
   * All messages of a queue run in order. A message that waits holds up all messages behind it in
   * its batch. The order is that in which the broker delivers the messages.
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
