package dev.effectivelyonce.local.demo.plan;

import java.util.Optional;

/**
 * A message to send.
 *
 * @param number its place in the plan, from 0; messages are sent in this order
 * @param role what it is in the plan
 * @param event the event that it is about, where it has a business key
 * @param body its text; empty for a tombstone of the topic
 * @param group its message group on the FIFO queue, its record key in the topic
 * @param simulate the fault that it asks for
 */
public record PlannedMessage(
    int number,
    DemoConsumer queue,
    Role role,
    Optional<Event.Id> event,
    String body,
    Optional<String> group,
    Optional<String> simulate) {

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

  PlannedMessage as(Role otherRole) {
    return new PlannedMessage(number, queue, otherRole, event, body, group, simulate);
  }

  PlannedMessage numbered(int place) {
    return new PlannedMessage(place, queue, role, event, body, group, simulate);
  }
}
