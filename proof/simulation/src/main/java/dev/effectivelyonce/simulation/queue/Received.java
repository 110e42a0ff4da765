package dev.effectivelyonce.simulation.queue;

import dev.effectivelyonce.simulation.queue.SimulatedMessage.Draft;
import java.time.Instant;
import java.util.Optional;

/**
 * A message as received.
 *
 * @param draft what was sent
 * @param receives this receive included
 * @param movedFrom the ARN of the queue whose dead letter it is
 */
public record Received(
    Draft draft, String receipt, int receives, Instant sentAt, Optional<String> movedFrom) {
  static Received of(SimulatedMessage message) {
    return new Received(
        message.draft(), message.receipt, message.receives, message.sentAt(), message.movedFrom);
  }

  /** Its id. */
  public String id() {
    return draft.id();
  }

  /** Its body. */
  public String body() {
    return draft.body();
  }
}
