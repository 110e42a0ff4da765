package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.PayloadCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One delivery of a business event.
 *
 * @param key the key that identifies the event
 * @param fingerprint the fingerprint that must agree with earlier deliveries; empty: nothing is
 *     compared
 * @param stopAt the time after which no handler starts and no write is repeated
 * @param deadline when the platform ends the attempt; calls of the store give up by then
 * @param leaseUntil when the claim lapses, at the latest: not before the platform has ended the
 *     attempt, with a margin for clocks that differ
 * @param heartbeat gives the claim a shorter lease and renews it; empty: the claim has the lease of
 *     the request
 * @param payload the check that detects another payload with the same key; empty: no check
 * @param message the source's id of this copy, by which it is recognized when it comes again;
 *     empty: each delivery counts as another copy
 * @param traced what traces say about the message; empty if no source delivered one
 */
public record Request(
    BusinessKey key,
    Optional<Fingerprint> fingerprint,
    Instant stopAt,
    Instant deadline,
    Instant leaseUntil,
    Optional<Heartbeat> heartbeat,
    Optional<PayloadCheck> payload,
    Optional<String> message,
    Optional<TracedMessage> traced) {
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

  /** Creates a delivery of which nothing is compared, and whose one lease covers the attempt. */
  public Request(BusinessKey key, Instant stopAt, Instant deadline, Instant leaseUntil) {
    this(
        key,
        Optional.empty(),
        stopAt,
        deadline,
        leaseUntil,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the same delivery with another fingerprint. */
  public Request withFingerprint(Optional<Fingerprint> other) {
    return new Request(
        key, other, stopAt, deadline, leaseUntil, heartbeat, payload, message, traced);
  }

  /** Returns the same delivery with another heartbeat. */
  public Request withHeartbeat(Optional<Heartbeat> other) {
    return new Request(
        key, fingerprint, stopAt, deadline, leaseUntil, other, payload, message, traced);
  }

  /** Returns when the lease of a claim lapses if it is written at this time. */
  public Instant leaseFrom(Instant now) {
    return heartbeat
        .map(it -> now.plus(it.lease()).plus(margin()))
        .filter(it -> it.isBefore(leaseUntil))
        .orElse(leaseUntil);
  }

  /** Returns how long before the end of its lease an attempt stops relying on its claim. */
  Duration margin() {
    return Duration.between(deadline, leaseUntil);
  }
}
