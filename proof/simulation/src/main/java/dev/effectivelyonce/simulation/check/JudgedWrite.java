package dev.effectivelyonce.simulation.check;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
import java.util.Optional;

/**
 * A write that the store carried out.
 *
 * @param verb what was asked
 * @param id the record
 * @param by the attempt that asked; for an operator, the owner that was seen
 * @param before the record before
 * @param after the record after
 */
public record JudgedWrite(
    Verb verb,
    RecordId id,
    AttemptId by,
    Optional<IdempotencyRecord> before,
    Optional<IdempotencyRecord> after) {
  boolean wasOf(Status status) {
    return before.filter(it -> it.status() == status).isPresent();
  }

  boolean isOfItsOwner() {
    return before.filter(it -> it.isOwnedBy(by)).isPresent();
  }

  @Override
  public String toString() {
    return verb + " by " + by;
  }
}
