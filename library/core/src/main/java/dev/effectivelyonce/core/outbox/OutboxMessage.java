package dev.effectivelyonce.core.outbox;

import dev.effectivelyonce.core.handler.Attempt;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;

/**
 * A message that waits in an outbox.
 *
 * @param lane the lane, in which messages are sent in order: the ordering key, or the id if there
 *     is no ordering key
 * @param id the id, which is the same in every attempt of the event
 * @param consumer the consumer that sends the message
 * @param outgoing the message to send
 * @param createdAt when the attempt created the message
 * @param place its position among the messages of its lane that are committed with it; the first
 *     position if the outbox orders its messages itself
 */
public record OutboxMessage(
    String lane,
    String id,
    String consumer,
    OutgoingMessage outgoing,
    Instant createdAt,
    Place place) {
  /**
   * The position of a message among those of its lane that are committed with it, because a stream
   * has no order between them.
   *
   * @param number the position, counted from 0
   * @param after the id of the preceding message; empty for the first
   */
  public record Place(int number, Optional<String> after) {
    /** The first place, and in most commits the only one. */
    public static final Place FIRST = new Place(0, Optional.empty());
  }

  /** The order in which the messages of a lane were created. */
  public static final Comparator<OutboxMessage> BY_AGE =
      Comparator.comparing(OutboxMessage::createdAt)
          .thenComparingInt(message -> message.place().number());

  public OutboxMessage {
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Returns an attempt's message for the outbox. If the attempt is traced, the message names its
   * span as the sender; a message that only this would make too large does not.
   *
   * @param now the time of creation
   */
  public static OutboxMessage of(Attempt attempt, OutgoingMessage outgoing, Instant now) {
    String id = attempt.messageId(outgoing.name());
    OutboxMessage bare =
        new OutboxMessage(
            outgoing.orderingKey().orElse(id),
            id,
            attempt.consumer().value(),
            outgoing,
            now,
            Place.FIRST);
    return attempt
        .trace()
        .map(span -> bare.with(outgoing.sentBy(span)))
        .filter(it -> OutboxLimits.sizeBytes(it) <= OutboxLimits.MAX_TRACED_BYTES)
        .orElse(bare);
  }

  private OutboxMessage with(OutgoingMessage other) {
    return new OutboxMessage(lane, id, consumer, other, createdAt, place);
  }
}
