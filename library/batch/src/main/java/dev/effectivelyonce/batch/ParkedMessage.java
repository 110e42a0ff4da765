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
  /** Returns a text without the content, since this text ends up in logs. */
  @Override
  public String toString() {
    return "ParkedMessage[%s at %s of %s]"
        .formatted(origin.id(), origin.position(), origin.source());
  }
}
