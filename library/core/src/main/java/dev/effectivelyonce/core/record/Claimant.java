package dev.effectivelyonce.core.record;

import dev.effectivelyonce.core.key.PayloadCheck;
import java.util.Optional;

/**
 * The information that an attempt leaves about itself in its record, so that others can detect two
 * functions with the same consumer name, or two payloads with the same key. No decision depends on
 * them.
 *
 * @param function the name of the function that runs the attempt; empty if it is not known
 * @param payload the check of its message; empty if a fingerprint is compared or nothing is known
 */
public record Claimant(Optional<String> function, Optional<PayloadCheck> payload) {
  /** Returns a claimant of which nothing is known. */
  public static Claimant unknown() {
    return new Claimant(Optional.empty(), Optional.empty());
  }
}
