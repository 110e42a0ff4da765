package dev.effectivelyonce.core.migration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Instant;
import java.util.Optional;

/** What the two deployments of a migration do differently. */
sealed interface Phase permits BothStores, NextStore {
  StorePair stores();

  Phase withDeadline(Instant deadline);

  Optional<IdempotencyRecord> find(RecordId id);

  /**
   * Asks the old store about a claim that the next one has granted.
   *
   * @param seen the record that was taken over in the next store; empty for a first claim
   */
  WriteResult acquired(IdempotencyRecord mine, Claim claim, Optional<IdempotencyRecord> seen);

  WriteResult held(Write.Hold hold);

  WriteResult decided(Write.ByOperator decision);

  /** Carries out a renewal, a note, a copy or the end of an attempt. */
  WriteResult written(Write.Seen write);

  Optional<Transactions> transactions();
}
