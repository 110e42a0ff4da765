package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Lets a {@link SqlWork} leave messages. They are rows of {@code effectively_once_outbox}, written
 * in the record's transaction: the event is handled and its messages will be sent, or neither. A
 * publisher on a {@link PostgresBacklog} sends and deletes them.
 *
 * <p>All messages of a work are written after its other parts. So the messages of one ordering key
 * are in the order of the commits of all works that write to a common row. A message that no
 * destination takes fails the event for good, as do two of one name, and more than 100.
 *
 * <p>A message's id is made of the record and the message's name ({@link Attempt#messageId}). The
 * role needs {@code INSERT} on the table, and no right to send.
 */
public final class PostgresOutbox {
  private final Clock clock;

  /**
   * @param clock the time at which a message was made, which metrics use
   */
  public PostgresOutbox(Clock clock) {
    this.clock = clock;
  }

  /** Returns a work that leaves a message. Two messages of one attempt need two names. */
  public SqlWork message(Attempt attempt, OutgoingMessage outgoing) {
    return messages(attempt, yielded -> List.of(outgoing));
  }

  /**
   * Returns a work that leaves messages which depend on what the whole work yields, such as a
   * number that the database draws.
   *
   * @param made from the value of the last {@link SqlWork#of}; empty if there is none. May return
   *     no message. It is called within the transaction, so it calls nobody
   */
  public SqlWork messages(Attempt attempt, Function<Optional<Object>, List<OutgoingMessage>> made) {
    return SqlWork.leaving(new LeftMessages(attempt, clock, made));
  }
}
