package dev.effectivelyonce.local.demo.plan;

import java.util.Optional;

/**
 * A message to send.
 *
 * @param number its place in the plan, from 0; messages are sent in this order
 * @param role what it is in the plan
 * @param event the event that it is about; poison is about one that does not happen
 * @param body its text; empty for a tombstone of the topic
 */
public record PlannedMessage(int number, Role role, Event event, String body) {

  /** What a message is in the plan. */
  public enum Role {
    /** The first message of an event. */
    FIRST,
    /** The same event again under another message id. */
    COPY,
    /** The key of an event with another payload. */
    REUSED_KEY,
    /** A body that can't be read, or whose key can't be used. */
    POISON
  }

  /** Returns whether the handler may run for it. */
  public boolean isRunnable() {
    return role == Role.FIRST || role == Role.COPY;
  }

  /** Returns the queue or topic that it is sent to. */
  public DemoConsumer queue() {
    return event.consumer();
  }

  /** Returns its message group on the FIFO queue, its record key in the topic. */
  public Optional<String> group() {
    boolean isGrouped = queue() == DemoConsumer.PAYMENTS || queue() == DemoConsumer.SHIPMENTS;
    return Optional.of(event.account()).filter(it -> isGrouped);
  }

  /** Returns the fault that it asks for. */
  public Optional<String> simulate() {
    return event.kind().simulate().filter(it -> isRunnable());
  }

  @Override
  public String toString() {
    return "message %s (%s of %s)".formatted(number, role, event);
  }
}
