package dev.effectivelyonce.core.record;

import dev.effectivelyonce.core.key.PayloadCheck;
import java.util.Optional;

/**
 * The information that an attempt leaves about itself in its record, so that others can detect two
 * functions with the same consumer name, or two payloads with the same key, and can link their
 * traces to that of the attempt. No decision depends on it.
 *
 * @param function the name of the function that runs the attempt; empty if it is not known
 * @param payload the check of its message; empty if a fingerprint is compared or nothing is known
 * @param trace the attempt's place in its trace; empty if it is not traced
 */
public record Claimant(
    Optional<String> function, Optional<PayloadCheck> payload, Optional<TraceParent> trace) {
  /** Creates a claimant that is not traced. */
  public Claimant(Optional<String> function, Optional<PayloadCheck> payload) {
    this(function, payload, Optional.empty());
  }

  /** Returns a claimant of which nothing is known. */
  public static Claimant unknown() {
    return new Claimant(Optional.empty(), Optional.empty());
  }
}
