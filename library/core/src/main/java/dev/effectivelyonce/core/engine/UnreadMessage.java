package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.record.ErrorSummary;
import java.time.Instant;

/**
 * A message that could not be read. It has no key, so it has no record and no transition.
 *
 * @param kind what happens to the message
 * @param consumer the consumer that received the message
 * @param at the time by the local clock
 * @param why the reason, which contains nothing of the message
 */
public record UnreadMessage(Kind kind, ConsumerName consumer, Instant at, ErrorSummary why) {
  /** What happens to a message that could not be read. */
  public enum Kind {
    /** The message can never be read. It goes to the dead-letter queue. */
    UNREADABLE,
    /** The message may be readable the next time. It waits until then. */
    DEFERRED
  }
}
