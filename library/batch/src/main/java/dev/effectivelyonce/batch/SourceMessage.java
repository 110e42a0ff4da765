package dev.effectivelyonce.batch;

import java.util.Map;
import java.util.Optional;

/** A message as its source delivered it. */
public interface SourceMessage {
  /** Returns the source's id of this copy; empty where it has none. */
  Optional<String> messageId();

  /** Returns how often the message was received, from 1. */
  int receiveCount();

  /** Returns whether its lane keeps the source's order, or only has copies follow their first. */
  boolean isOrdered();

  /**
   * Returns the fields of every log line about it. An empty one is removed from the line: the
   * invocation's own would be taken for the message's.
   */
  Map<String, Optional<String>> logFields();
}
