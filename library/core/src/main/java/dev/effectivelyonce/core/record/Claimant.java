package dev.effectivelyonce.core.record;

import dev.effectivelyonce.core.key.PayloadCheck;
import java.util.Optional;

/**
 * The traces that an attempt leaves in its record, for others to notice two functions under one
 * consumer's name, or two payloads under one key. No decision depends on them.
 *
 * @param function the name of the function that runs the attempt; empty where it is not known
 * @param payload the check of its message; empty where a fingerprint is compared, or nothing is
 *     known
 */
public record Claimant(Optional<String> function, Optional<PayloadCheck> payload) {
  /** Returns a claimant of which nothing is known. */
  public static Claimant unknown() {
    return new Claimant(Optional.empty(), Optional.empty());
  }
}
