package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Adds outgoing messages to a {@link SqlWork}. They are rows of {@code effectively_once_outbox}
 * that are written in the record's transaction, so that either the event is handled and its
 * messages will be sent, or neither. A publisher on a {@link PostgresBacklog} sends and deletes
 * them.
 *
 * <p>All messages of a work are written after its other parts. Therefore, if works write to a
 * common row, their messages with the same ordering key are in the order of their commits. A
 * message that no destination accepts fails the event for good. So do two messages with the same
 * name, and more than 100 messages.
 *
 * <p>The id of a message is derived from the record and the message's name ({@link
 * Attempt#messageId}). The role needs {@code INSERT} on the table, and the function needs no
 * permission to send.
 */
public final class PostgresOutbox {
  private final Clock clock;

  /**
   * @param clock the clock for the time at which a message is created, which metrics use
   */
  public PostgresOutbox(Clock clock) {
    this.clock = clock;
  }

  /** Returns a work that adds a message. Two messages of one attempt must have different names. */
  public SqlWork message(Attempt attempt, OutgoingMessage outgoing) {
    return messages(attempt, yielded -> List.of(outgoing));
  }

  /**
   * Returns a work that adds messages that depend on the value of the whole work, such as a number
   * that the database generates.
   *
   * @param made creates the messages from the value of the last {@link SqlWork#of}, which is empty
   *     if there is none; may return no messages; it is called within the transaction, so it must
   *     not call other systems
   */
  public SqlWork messages(Attempt attempt, Function<Optional<Object>, List<OutgoingMessage>> made) {
    return SqlWork.leaving(new LeftMessages(attempt, clock, made));
  }
}
