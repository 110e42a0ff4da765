package dev.effectivelyonce.simulation.queue;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A message as received.
 *
 * @param receives this receive included
 * @param movedFrom the ARN of the queue whose dead letter it is
 */
public record Received(
    String id,
    String receipt,
    String body,
    Map<String, String> attributes,
    Optional<String> group,
    int receives,
    Instant sentAt,
    Optional<String> movedFrom) {
  static Received of(SimulatedMessage message) {
    return new Received(
        message.id(),
        message.receipt,
        message.body(),
        message.attributes(),
        message.group(),
        message.receives,
        message.sentAt(),
        message.movedFrom);
  }
}
