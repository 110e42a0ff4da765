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
 * Writes an operator's decisions together with an entry about the operator and the reason, for
 * stores that support it. The entries of a record are its trail. The trail is stored next to the
 * record and is kept even if the record is forgotten. Safe for use by many threads.
 */
public interface AuditLog {
  /** The maximum number of entries that are kept for a record. The latest ones are kept. */
  int KEPT = 64;

  /**
   * Returns the entry for a write. The entry for an erasure shows the record after the erasure.
   *
   * @param id the id, unique to this decision
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
   * Returns the entry for an erasure of a trail that no longer has a record.
   *
   * @param id the id, unique to this decision
   */
  static TrailEntry erasure(String id, Instant at, String actor, Optional<String> reason) {
    String action = IdempotencyStore.Verb.ERASE.name();
    return new TrailEntry(id, at, actor, reason, action, Map.of(), Map.of());
  }

  /**
   * Returns the time until which a store must keep the trail at least because of an entry. This is
   * twice the retention of the record, before or after the write, whichever is longer, counted from
   * the entry. The factor is needed because an attempt that writes the record later extends its
   * life without extending that of the trail.
   */
  static Instant keptUntil(Write.ByOperator write, TrailEntry entry) {
    Duration before = write.seen().retention();
    Duration after = write.after(Optional.of(write.seen())).orElse(write.seen()).retention();
    return entry.at().plus((before.compareTo(after) > 0 ? before : after).multipliedBy(2));
  }

  /**
   * Writes the record and the entry as a whole or not at all; a refused write leaves no entry. The
   * same write with the same entry may be sent again: it is carried out only once, and gets the
   * same answer as the first time. An erasure also removes personal data from earlier entries.
   *
   * @throws StoreException if the store can't be reached or used; both may have been written or not
   */
  WriteResult write(Write.ByOperator write, TrailEntry entry);

  /**
   * Removes data that may be personal from a trail and adds the entry, as a whole or not at all.
   * Use it for a record that no longer exists or was forgotten, because the record is not checked.
   * The trail is kept for as long as before. The same entry may be sent again, but is added only
   * once.
   *
   * @return whether there is a trail; if there is none, nothing is written
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
