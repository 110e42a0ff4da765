package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.engine.TracedMessage;
import java.util.Map;
import java.util.Optional;

/** A message as its source delivered it. */
public interface SourceMessage extends TracedMessage {
  /** Returns how often the message was received, from 1. */
  int receiveCount();

  /**
   * Returns whether the message's lane keeps the order of the source; otherwise a lane only makes
   * copies follow the first.
   */
  boolean isOrdered();

  /**
   * Returns the fields for every log line about the message. A field with an empty value is removed
   * from the line, because the invocation's own field would otherwise be mistaken for the
   * message's.
   */
  Map<String, Optional<String>> logFields();
}
