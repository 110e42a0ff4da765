package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import java.util.Optional;

/**
 * Which record the user means.
 *
 * @param consumer whose
 * @param id the record
 * @param key the business key, where the user gave it
 * @param fingerprint of the message that the user gave
 * @param note how what the user gave was read, where it could be read otherwise
 */
public record Address(
    ConsumerEntry consumer,
    RecordId id,
    Optional<String> key,
    Optional<Fingerprint> fingerprint,
    Optional<String> note) {
  /** Returns the address of a record of which the user gave neither key nor message. */
  static Address of(ConsumerEntry consumer, RecordId id) {
    return new Address(consumer, id, Optional.empty(), Optional.empty(), Optional.empty());
  }

  Address noting(String text) {
    return new Address(consumer, id, key, fingerprint, Optional.of(text));
  }

  /** Returns whether the record is of another payload than the message that the user gave. */
  boolean isContradicted(Optional<IdempotencyRecord> record) {
    Optional<Fingerprint> kept = record.flatMap(IdempotencyRecord::fingerprint);
    return kept.isPresent() && fingerprint.isPresent() && !kept.equals(fingerprint);
  }
}
