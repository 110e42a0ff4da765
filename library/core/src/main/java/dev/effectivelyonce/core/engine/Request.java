package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import java.time.Instant;
import java.util.Optional;

/**
 * One delivery of a business event.
 *
 * @param key what identifies the event
 * @param fingerprint what must agree with earlier deliveries; empty: nothing is compared
 * @param stopAt after this time no handler starts and no write is repeated
 * @param deadline when the platform ends the attempt; calls of the store give up by then
 * @param leaseUntil when the claim lapses: not before the platform has ended the attempt, with a
 *     margin for clocks that differ
 */
public record Request(
    BusinessKey key,
    Optional<Fingerprint> fingerprint,
    Instant stopAt,
    Instant deadline,
    Instant leaseUntil) {
  /**
   * @throws IllegalArgumentException unless {@code stopAt <= deadline <= leaseUntil}
   */
  public Request {
    if (deadline.isBefore(stopAt) || leaseUntil.isBefore(deadline)) {
      throw new IllegalArgumentException(
          "Not in order: the last start at %s, the deadline at %s, the lease until %s"
              .formatted(stopAt, deadline, leaseUntil));
    }
  }
}
