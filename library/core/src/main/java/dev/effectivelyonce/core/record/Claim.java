package dev.effectivelyonce.core.record;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.Generation;
import dev.effectivelyonce.core.key.RecordId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * An attempt's request to hold a record.
 *
 * @param id the record
 * @param owner the id of the attempt, never used before
 * @param leaseUntil when the claim lapses, in whole milliseconds
 * @param stamp when the claim is written, and until when the record is kept
 * @param fingerprint the fingerprint that must agree with earlier messages of this key; empty:
 *     nothing is compared
 * @param readableKey the key in clear text, if the consumer asked to keep it
 * @param claimant the information that the attempt leaves about itself
 */
public record Claim(
    RecordId id,
    AttemptId owner,
    Instant leaseUntil,
    WriteTimestamp stamp,
    Optional<Fingerprint> fingerprint,
    Optional<String> readableKey,
    Claimant claimant) {
  /**
   * @throws IllegalArgumentException if the record would expire while it is still held
   */
  public Claim {
    leaseUntil = leaseUntil.truncatedTo(ChronoUnit.MILLIS);
    if (!leaseUntil.isBefore(stamp.keptUntil())) {
      throw new IllegalArgumentException(
          "The lease until "
              + leaseUntil
              + " outlasts the record, kept until "
              + stamp.keptUntil());
    }
  }

  /** Creates a claim without fingerprint and readable key, of an attempt that says nothing. */
  public Claim(RecordId id, AttemptId owner, Instant leaseUntil, WriteTimestamp stamp) {
    this(id, owner, leaseUntil, stamp, Optional.empty(), Optional.empty(), Claimant.unknown());
  }

  /** Returns the generation of the record that this claim creates if there is no record yet. */
  public Generation generation() {
    return new Generation(owner.value());
  }

  /** Returns the same claim, written at another time. */
  public Claim at(WriteTimestamp later) {
    return new Claim(id, owner, leaseUntil, later, fingerprint, readableKey, claimant);
  }

  /** Returns the same claim with another fingerprint. */
  public Claim withFingerprint(Optional<Fingerprint> other) {
    return new Claim(id, owner, leaseUntil, stamp, other, readableKey, claimant);
  }

  /** Returns the same claim with another readable key. */
  public Claim withReadableKey(Optional<String> other) {
    return new Claim(id, owner, leaseUntil, stamp, fingerprint, other, claimant);
  }

  /** Returns the same claim of an attempt that leaves this information about itself. */
  public Claim withClaimant(Claimant other) {
    return new Claim(id, owner, leaseUntil, stamp, fingerprint, readableKey, other);
  }

  /** Returns the record of a first attempt. */
  IdempotencyRecord first() {
    return new IdempotencyRecord(
        id,
        Status.INPROGRESS,
        owner,
        1,
        leaseUntil,
        stamp,
        fingerprint,
        readableKey,
        StoredResult.none(),
        Optional.empty(),
        List.of(),
        Optional.of(generation()),
        claimant,
        0);
  }

  /** Returns the record of another attempt than the one seen. */
  IdempotencyRecord over(IdempotencyRecord seen) {
    return new IdempotencyRecord(
        seen.id(),
        Status.INPROGRESS,
        owner,
        seen.attempt() + 1,
        leaseUntil,
        stamp,
        seen.fingerprint().or(this::fingerprint),
        seen.readableKey().or(this::readableKey),
        StoredResult.none(),
        Optional.empty(),
        seen.steps(),
        seen.generation(),
        claimant,
        seen.acknowledged());
  }
}
