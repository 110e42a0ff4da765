package dev.effectivelyonce.local.demo.plan;

import java.util.Optional;

/**
 * A message to send.
 *
 * @param number its place in the plan, from 0; messages are sent in this order
 * @param role what it is in the plan
 * @param event the event that it is about, where it has a business key
 * @param body its text
 * @param group its message group, on the FIFO queue
 * @param simulate the fault that it asks for
 */
public record PlannedMessage(
    int number,
    DemoQueue queue,
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
    /** Poison: not JSON. */
    NOT_JSON,
    /** Poison: JSON of another type. */
    WRONG_TYPE,
    /** Poison: no business key. */
    MISSING_KEY,
    /** Poison: a business key of blanks. */
    BLANK_KEY;

    /** Returns whether the handler may run for it. */
    public boolean isRunnable() {
      return this == FIRST || this == COPY;
    }

    /** Returns whether its consumer can only refuse it. */
    public boolean isPoison() {
      return this == NOT_JSON || this == WRONG_TYPE || this == MISSING_KEY || this == BLANK_KEY;
    }
  }
}
