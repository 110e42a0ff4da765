package dev.effectivelyonce.dynamodb.outbox;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.Put;

/**
 * Puts outgoing messages into a unit of work. They are items of an outbox table, written in the
 * same transaction as the record's completion: the event is handled and its messages will be sent,
 * or neither. A publisher on the table's stream sends and deletes them.
 *
 * <p>A message's id is made of the record and the message's name, so that every attempt of the
 * event makes the same one. It is another one if the record was forgotten or has expired, and the
 * event runs again ({@link Attempt#messageId}). The function needs {@code dynamodb:PutItem} for the
 * table, and no right to send.
 */
public final class Outbox {
  /** How long a message that can't be sent is kept. */
  private static final Duration KEPT = Duration.ofDays(14);

  private final String table;
  private final Clock clock;

  /**
   * @param table name or ARN
   * @param clock the time at which a message was made, which the sweeper uses
   * @throws ConfigurationException if the table's name is missing
   */
  public Outbox(String table, Clock clock) {
    this.table =
        Required.text(table, "The outbox has no table name", "Pass the outbox table's name or ARN");
    this.clock = clock;
  }

  /**
   * Returns the write that puts a message into the outbox, for {@code UnitOfWork.put}. Two messages
   * of one attempt need two names.
   */
  public Consumer<Put.Builder> message(Attempt attempt, OutgoingMessage outgoing) {
    OutboxMessage message = OutboxMessage.of(attempt, outgoing, clock.instant());
    return put -> put.tableName(table).item(OutboxItem.of(message, message.createdAt().plus(KEPT)));
  }
}
