package dev.effectivelyonce.cli.record;

import dev.effectivelyonce.cli.config.ConsumerEntry;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.util.Optional;

/**
 * Which record the user means.
 *
 * @param consumer whose
 * @param id the record
 * @param key the business key, where the user gave it
 * @param fingerprint of the message that the user gave
 */
record Address(
    ConsumerEntry consumer, RecordId id, Optional<String> key, Optional<Fingerprint> fingerprint) {
  /** Returns whether the record is of another payload than the message that the user gave. */
  boolean isContradicted(Optional<IdempotencyRecord> record) {
    Optional<Fingerprint> kept = record.flatMap(IdempotencyRecord::fingerprint);
    return kept.isPresent() && fingerprint.isPresent() && !kept.equals(fingerprint);
  }
}
