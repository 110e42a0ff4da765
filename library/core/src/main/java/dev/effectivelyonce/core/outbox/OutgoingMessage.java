package dev.effectivelyonce.core.outbox;

import dev.effectivelyonce.core.record.TraceParent;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A message that is sent after its unit of work is committed. Immutable; every method returns
 * another message. A message that can't be sent is refused together with its unit of work, before
 * anything is written.
 *
 * @param destination the logical name of a queue or bus, which the publisher resolves
 * @param name the name, which distinguishes the messages of one event, such as {@code
 *     shipment-ordered}
 * @param body the body, which must be JSON if the destination may be an event bus; any text for
 *     queues
 * @param orderingKey the key whose messages are sent in the order in which they were committed;
 *     empty: in any order
 * @param attributes text attributes; for an event bus, which has no attributes, at most {@value
 *     OutboxLimits#TRACE_ATTRIBUTE}
 */
public record OutgoingMessage(
    String destination,
    String name,
    String body,
    Optional<String> orderingKey,
    Map<String, String> attributes) {
  /**
   * @throws NullPointerException if a component is null
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

  /**
   * Returns this message, ordered with the other messages of this key. The key is the message group
   * on a FIFO queue.
   */
  public OutgoingMessage orderedBy(String key) {
    return new OutgoingMessage(destination, name, body, Optional.of(key), attributes);
  }

  /**
   * Returns this message with the span that sent it, unless it has another one or no room for it.
   */
  OutgoingMessage sentBy(TraceParent span) {
    return attributes.containsKey(OutboxLimits.TRACE_ATTRIBUTE)
            || attributes.size() == OutboxLimits.MAX_ATTRIBUTES
        ? this
        : attribute(OutboxLimits.TRACE_ATTRIBUTE, span.value());
  }

  /** Returns the span that sent this message; empty if it names none. */
  public Optional<TraceParent> sender() {
    return Optional.ofNullable(attributes.get(OutboxLimits.TRACE_ATTRIBUTE))
        .flatMap(TraceParent::parse);
  }

  /** Returns this message with a further attribute. */
  public OutgoingMessage attribute(String attribute, String value) {
    Map<String, String> more = new TreeMap<>(attributes);
    more.put(attribute, value);
    return new OutgoingMessage(destination, name, body, orderingKey, more);
  }
}
