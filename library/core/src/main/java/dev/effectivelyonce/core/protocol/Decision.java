package dev.effectivelyonce.core.protocol;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.Optional;

/** The next action of an attempt, given the record that refused its claim. */
public sealed interface Decision {
  /** The record counts as absent, so claim it again. */
  record ClaimAnew() implements Decision {}

  /** The claim is this attempt's own. Its write had arrived, and only the answer was lost. */
  record Acquired(IdempotencyRecord mine) implements Decision {}

  /** This attempt's own claim has lapsed or ended, so its handler must not start. */
  record Outlived(IdempotencyRecord mine) implements Decision {}

  /** The key was used with another payload, which is a producer's bug. */
  record KeyReused(IdempotencyRecord existing) implements Decision {}

  /** The event is done. */
  record Duplicate(IdempotencyRecord existing) implements Decision {}

  /** The event failed for good. */
  record AlreadyFailed(IdempotencyRecord existing) implements Decision {}

  /** The event waits for an operator. */
  record Held(IdempotencyRecord existing) implements Decision {}

  /** The record may be taken over in the state in which it was seen. */
  record TakeOver(IdempotencyRecord seen) implements Decision {}

  /** Another attempt holds the claim. */
  record InFlight(IdempotencyRecord existing) implements Decision {}

  /** The claim was abandoned and the consumer's policy is to hold it. */
  record Hold(IdempotencyRecord seen) implements Decision {}

  /**
   * Decides on the next action. The order of the rules matters: ownership first, then the
   * fingerprint, then the state.
   *
   * @param found the record that came with the refusal; empty if it no longer existed
   * @param now the time by the local clock
   */
  static Decision decide(
      Optional<IdempotencyRecord> found, Claim claim, Instant now, AbandonedClaimPolicy policy) {
    return found
        .filter(record -> !record.isExpired(now))
        .map(record -> decide(record, claim, now, policy))
        .orElseGet(ClaimAnew::new);
  }

  private static Decision decide(
      IdempotencyRecord existing, Claim claim, Instant now, AbandonedClaimPolicy policy) {
    if (existing.isOwnedBy(claim.owner())) {
      return existing.isLive(now) ? new Acquired(existing) : new Outlived(existing);
    }
    if (contradicts(existing, claim)) {
      return new KeyReused(existing);
    }
    return switch (existing.status()) {
      case COMPLETED -> new Duplicate(existing);
      case FAILED -> new AlreadyFailed(existing);
      case UNKNOWN -> new Held(existing);
      case RETRYABLE -> new TakeOver(existing);
      case INPROGRESS -> inProgress(existing, now, policy);
    };
  }

  private static Decision inProgress(
      IdempotencyRecord existing, Instant now, AbandonedClaimPolicy policy) {
    if (existing.isLive(now)) {
      return new InFlight(existing);
    }
    return switch (policy) {
      case RERUN -> new TakeOver(existing);
      case HOLD -> new Hold(existing);
    };
  }

  private static boolean contradicts(IdempotencyRecord existing, Claim claim) {
    return existing.fingerprint().isPresent()
        && claim.fingerprint().isPresent()
        && !existing.fingerprint().equals(claim.fingerprint());
  }
}
