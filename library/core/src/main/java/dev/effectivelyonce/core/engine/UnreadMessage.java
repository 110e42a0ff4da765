package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.time.Instant;

/**
 * A message that could not be read. It has no key, so it has no record and no transition.
 *
 * @param kind what becomes of it
 * @param consumer whose message it is
 * @param at the local clock
 * @param why the reason, which shows nothing of its content
 */
public record UnreadMessage(Kind kind, ConsumerName consumer, Instant at, ErrorSummary why) {
  /** What becomes of a message that could not be read. */
  public enum Kind {
    /** Will never be read: goes to the dead-letter queue. */
    UNREADABLE,
    /** May be read the next time: waits until then. */
    DEFERRED
  }
}
