package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import java.util.Optional;

/**
 * A parked message.
 *
 * @param origin the message's position in its source
 * @param consumer the consumer that parked it
 * @param body the record as the platform delivered it, with its headers if it has any
 * @param why the reason, which contains nothing of the message
 * @param record the id of the event's idempotency record; empty if it has no key
 * @param fingerprint the fingerprint that must agree with that record
 */
public record ParkedMessage(
    Origin origin,
    ConsumerName consumer,
    String body,
    String why,
    Optional<RecordId> record,
    Optional<Fingerprint> fingerprint) {
  /** Creates a message without the id of a record. */
  public ParkedMessage(Origin origin, ConsumerName consumer, String body, String why) {
    this(origin, consumer, body, why, Optional.empty(), Optional.empty());
  }

  /**
   * Returns this message with the record id and the fingerprint of its event, as far as they were
   * read.
   */
  public ParkedMessage of(HandledMessage<?> handled) {
    return new ParkedMessage(
        origin,
        consumer,
        body,
        why,
        handled.key().map(key -> RecordId.of(consumer, key)),
        handled.fingerprint());
  }

  /**
   * Returns the id of this parked message, which has 64 hexadecimal digits. It is the same when the
   * message is parked twice. If two consumers of a stream park the same record, the ids differ.
   * Messages without a position in their source differ by their bodies.
   */
  public String id() {
    String place = consumer.value() + " " + origin.partition();
    String position = origin.position().isEmpty() ? "=" + body : origin.position();
    return new Origin(origin.source(), place, position, origin.key()).id();
  }

  /** Returns a text without the content, because this text ends up in logs. */
  @Override
  public String toString() {
    return "ParkedMessage[%s at %s of %s]".formatted(id(), origin.position(), origin.source());
  }
}
