package dev.effectivelyonce.local.eventsource.rabbitmq;

import com.rabbitmq.client.Delivery;
import java.util.ArrayList;
import java.util.List;

/** The messages that one event takes: up to its number of messages, and 6 MB. */
final class RabbitMqBatch {
  static final long MOST_BYTES = 6L * 1024 * 1024;

  private final int size;
  private final List<Delivery> messages = new ArrayList<>();
  private long bytes = RabbitMqEventJson.FRAME_BYTES;

  RabbitMqBatch(int size) {
    this.size = size;
  }

  /** Returns whether no event can hold this message. */
  static boolean isTooLarge(Delivery message) {
    return RabbitMqEventJson.FRAME_BYTES + RabbitMqEventJson.bytes(message) > MOST_BYTES;
  }

  /** Adds a message, and returns whether it was taken. */
  boolean isTaken(Delivery message) {
    long more = RabbitMqEventJson.bytes(message);
    if (isFull() || bytes + more > MOST_BYTES) {
      return false;
    }
    bytes += more;
    messages.add(message);
    return true;
  }

  boolean isFull() {
    return messages.size() >= size;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  List<Delivery> messages() {
    return List.copyOf(messages);
  }
}
