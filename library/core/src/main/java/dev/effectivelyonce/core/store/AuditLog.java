package dev.effectivelyonce.core.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TrailEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes what an operator decides together with who did it and why, for stores that can. The
 * entries of a record are its trail. It stands beside the record and outlives a record that was
 * forgotten. Safe for use by many threads.
 */
public interface AuditLog {
  /** How many entries of a record are kept at most: the latest ones. */
  int KEPT = 64;

  /**
   * Returns the entry of a write. The entry of an erasure shows the record as it is erased.
   *
   * @param id unique to this decision
   */
  static TrailEntry entry(
      Write.ByOperator write, String id, Instant at, String actor, Optional<String> reason) {
    IdempotencyRecord seen = write.seen();
    return TrailEntry.of(
        id,
        at,
        actor,
        reason,
        IdempotencyStore.Verb.of(write).name(),
        write instanceof Write.Erase ? seen.erased() : seen,
        write.after(Optional.of(seen)).orElse(seen));
  }

  /**
   * Returns the entry of an erasure that no record is left for.
   *
   * @param id unique to this decision
   */
  static TrailEntry erasure(String id, Instant at, String actor, Optional<String> reason) {
    String action = IdempotencyStore.Verb.ERASE.name();
    return new TrailEntry(id, at, actor, reason, action, Map.of(), Map.of());
  }

  /**
   * Returns until when a store keeps the trail at least, because of an entry: twice the life of its
   * record from the entry on, before or after the write, whichever is longer. An attempt that
   * writes the record later makes its life longer, and knows nothing of the trail.
   */
  static Instant keptUntil(Write.ByOperator write, TrailEntry entry) {
    Duration before = write.seen().retention();
    Duration after = write.after(Optional.of(write.seen())).orElse(write.seen()).retention();
    return entry.at().plus((before.compareTo(after) > 0 ? before : after).multipliedBy(2));
  }

  /**
   * Writes record and entry as a whole or not at all; a refused write leaves no entry. The same
   * write with the same entry may be sent again: it is carried out once, and answered as if for the
   * first time. An erasure takes out of earlier entries what may be personal.
   *
   * @throws StoreException if the store can't be reached or used; both may have been written or not
   */
  WriteResult write(Write.ByOperator write, TrailEntry entry);

  /**
   * Takes out of a trail what may be personal, and adds the entry; both or neither. For a record
   * that is gone or forgotten: it is not looked at. The trail is kept for as long as before. The
   * same entry may be sent again, and stands in the trail once.
   *
   * @return whether there is a trail; without one nothing is written
   * @throws StoreException if the store can't be reached or used; it may have been written or not
   */
  boolean erase(RecordId id, TrailEntry entry);

  /**
   * Returns the trail of a record, oldest entry first.
   *
   * @throws StoreException if the store can't be reached or used
   */
  List<TrailEntry> entries(RecordId id);
}
