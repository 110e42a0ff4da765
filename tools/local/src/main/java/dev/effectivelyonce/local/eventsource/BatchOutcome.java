package dev.effectivelyonce.local.eventsource;

import java.util.Set;

/** What of a batch has been handled. */
public sealed interface BatchOutcome {

  /** Every message that is not named has been handled; the named ones come back. */
  record Handled(Set<String> failedMessageIds) implements BatchOutcome {}

  /** Nothing counts as handled; every message comes back. */
  record AllFailed() implements BatchOutcome {}

  /** Returns whether the message of this id may be deleted. */
  default boolean handled(String messageId) {
    return this instanceof Handled handled && !handled.failedMessageIds().contains(messageId);
  }
}
