package dev.effectivelyonce.core.record;

import dev.effectivelyonce.core.key.PayloadCheck;
import java.util.Optional;

/**
 * What an attempt leaves in its record about itself, for others to notice what should not be: two
 * functions under one consumer's name, or two payloads under one key. Nothing is decided by it.
 *
 * @param function the name of the function that runs the attempt; empty where it is not known
 * @param payload of its message; empty where a fingerprint is compared, or nothing is known
 */
public record Claimant(Optional<String> function, Optional<PayloadCheck> payload) {
  /** An attempt that says nothing of itself. */
  public static Claimant unknown() {
    return new Claimant(Optional.empty(), Optional.empty());
  }
}
