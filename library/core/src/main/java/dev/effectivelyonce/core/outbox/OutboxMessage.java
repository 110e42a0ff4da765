package dev.effectivelyonce.core.outbox;

import dev.effectivelyonce.core.handler.Attempt;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;

/**
 * A message as it waits in an outbox.
 *
 * @param lane messages of one lane are sent in order: the ordering key, or the id where there is
 *     none
 * @param id the same for every attempt of the event
 * @param consumer who sends it
 * @param outgoing what is sent
 * @param createdAt when the attempt made it
 * @param place among the messages of its lane that are committed with it; the first where the
 *     outbox orders its messages itself
 */
public record OutboxMessage(
    String lane,
    String id,
    String consumer,
    OutgoingMessage outgoing,
    Instant createdAt,
    Place place) {
  /**
   * The position of a message among those of its lane that are committed with it: a stream has no
   * order between them.
   *
   * @param number counts from 0
   * @param after the id of the one before it; empty for the first
   */
  public record Place(int number, Optional<String> after) {
    /** The first place, and in most commits the only one. */
    public static final Place FIRST = new Place(0, Optional.empty());
  }

  /** The order in which the messages of a lane were made. */
  public static final Comparator<OutboxMessage> BY_AGE =
      Comparator.comparing(OutboxMessage::createdAt)
          .thenComparingInt(message -> message.place().number());

  public OutboxMessage {
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Returns the message of an attempt.
   *
   * @param now when it is made
   */
  public static OutboxMessage of(Attempt attempt, OutgoingMessage outgoing, Instant now) {
    String id = attempt.messageId(outgoing.name());
    return new OutboxMessage(
        outgoing.orderingKey().orElse(id),
        id,
        attempt.consumer().value(),
        outgoing,
        now,
        Place.FIRST);
  }
}
