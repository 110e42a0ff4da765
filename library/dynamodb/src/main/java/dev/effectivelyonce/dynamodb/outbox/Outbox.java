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
 * Adds outgoing messages to a unit of work. They are items of an outbox table that are written in
 * the same transaction as the record's completion, so that either the event is handled and its
 * messages will be sent, or neither. A publisher on the table's stream sends and deletes them.
 *
 * <p>The id of a message is derived from the record and the message's name, so that it is the same
 * in every attempt of the event. It differs if the event runs again after the record was forgotten
 * or has expired ({@link Attempt#messageId}). The function needs {@code dynamodb:PutItem} on the
 * table, but no permission to send.
 */
public final class Outbox {
  /** How long a message that can't be sent is kept. */
  private static final Duration KEPT = Duration.ofDays(14);

  private final String table;
  private final Clock clock;

  /**
   * @param table the name or ARN of the table
   * @param clock the clock for the time at which a message is created, which the sweeper uses
   * @throws ConfigurationException if the table's name is missing
   */
  public Outbox(String table, Clock clock) {
    this.table =
        Required.text(table, "The outbox has no table name", "Pass the outbox table's name or ARN");
    this.clock = clock;
  }

  /**
   * Returns the write that puts a message into the outbox, for {@code UnitOfWork.put}. Two messages
   * of one attempt must have different names.
   */
  public Consumer<Put.Builder> message(Attempt attempt, OutgoingMessage outgoing) {
    OutboxMessage message = OutboxMessage.of(attempt, outgoing, clock.instant());
    return put -> put.tableName(table).item(OutboxItem.of(message, message.createdAt().plus(KEPT)));
  }
}
