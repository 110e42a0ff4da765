package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import java.util.Optional;

/**
 * A message that is put aside.
 *
 * @param origin where it came from
 * @param consumer which consumer put it aside
 * @param body the record as the platform handed it over, with its headers where it has some
 * @param why the reason, which shows nothing of its content
 * @param record the id of its event's record; empty where it has no key
 * @param fingerprint what must agree with that record
 */
public record ParkedMessage(
    Origin origin,
    ConsumerName consumer,
    String body,
    String why,
    Optional<RecordId> record,
    Optional<Fingerprint> fingerprint) {
  /** Makes a message whose record is not known. */
  public ParkedMessage(Origin origin, ConsumerName consumer, String body, String why) {
    this(origin, consumer, body, why, Optional.empty(), Optional.empty());
  }

  /** Returns this message with the record of its event, as far as it was read. */
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
   * Returns its id, 64 hexadecimal digits. It is the same when the message is parked twice. Two
   * consumers of one stream may park one record: each has its own id. Messages without a position
   * in their source differ by their bodies.
   */
  public String id() {
    String place = consumer.value() + " " + origin.partition();
    String position = origin.position().isEmpty() ? "=" + body : origin.position();
    return new Origin(origin.source(), place, position, origin.key()).id();
  }

  /** Returns a text without the content, since this text ends up in logs. */
  @Override
  public String toString() {
    return "ParkedMessage[%s at %s of %s]".formatted(id(), origin.position(), origin.source());
  }
}
