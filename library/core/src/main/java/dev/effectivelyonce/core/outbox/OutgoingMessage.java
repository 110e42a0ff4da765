package dev.effectivelyonce.core.outbox;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A message that is sent when the unit of work that holds it is committed. Immutable; every method
 * returns another message. A message that can't be sent is refused with its unit of work, before
 * anything is written.
 *
 * @param destination the logical name of a queue or bus, which the publisher resolves
 * @param name distinguishes the messages of one event, such as {@code shipment-ordered}
 * @param body JSON, where the destination may be an event bus; any text for queues
 * @param orderingKey messages of one key are sent in the order in which they were committed; empty:
 *     in any order
 * @param attributes text attributes; an event bus has none, so it takes no message with some
 */
public record OutgoingMessage(
    String destination,
    String name,
    String body,
    Optional<String> orderingKey,
    Map<String, String> attributes) {
  /**
   * @throws NullPointerException if one of them is null
   */
  public OutgoingMessage {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(orderingKey, "orderingKey");
    attributes.forEach((attribute, value) -> Objects.requireNonNull(value, attribute));
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
  }

  /** Returns a message without an ordering key and attributes. */
  public static OutgoingMessage to(String destination, String name, String body) {
    return new OutgoingMessage(destination, name, body, Optional.empty(), Map.of());
  }

  /** Orders it with the other messages of this key: the message group of a FIFO queue. */
  public OutgoingMessage orderedBy(String key) {
    return new OutgoingMessage(destination, name, body, Optional.of(key), attributes);
  }

  /** Adds an attribute. */
  public OutgoingMessage attribute(String attribute, String value) {
    Map<String, String> more = new TreeMap<>(attributes);
    more.put(attribute, value);
    return new OutgoingMessage(destination, name, body, orderingKey, more);
  }
}
