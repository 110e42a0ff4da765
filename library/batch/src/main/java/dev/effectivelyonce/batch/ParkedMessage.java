package dev.effectivelyonce.batch;

import dev.effectivelyonce.core.key.ConsumerName;

/**
 * A message that is put aside.
 *
 * @param origin where it came from
 * @param consumer which consumer put it aside
 * @param body the record as the platform handed it over, with its headers where it has some
 * @param why the reason, which shows nothing of its content
 */
public record ParkedMessage(Origin origin, ConsumerName consumer, String body, String why) {
  /**
   * Returns its id, 64 hexadecimal digits. It is the same when the message is parked twice. Two
   * consumers of one stream may park one record: each has its own id.
   */
  public String id() {
    String place = consumer.value() + " " + origin.partition();
    return new Origin(origin.source(), place, origin.position(), origin.key()).id();
  }

  /** Returns a text without the content, since this text ends up in logs. */
  @Override
  public String toString() {
    return "ParkedMessage[%s at %s of %s]".formatted(id(), origin.position(), origin.source());
  }
}
