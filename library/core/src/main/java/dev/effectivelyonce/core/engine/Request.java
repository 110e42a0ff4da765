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
 * @param leaseUntil when the claim lapses: not before the platform has ended the attempt, with a
 *     margin for clocks that differ
 */
public record Request(
    BusinessKey key, Optional<Fingerprint> fingerprint, Instant stopAt, Instant leaseUntil) {
  /**
   * @throws IllegalArgumentException if the lease ends before {@code stopAt}
   */
  public Request {
    if (leaseUntil.isBefore(stopAt)) {
      throw new IllegalArgumentException(
          "The lease ends at " + leaseUntil + ", before the attempt at " + stopAt);
    }
  }
}
