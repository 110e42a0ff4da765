package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.List;
import java.util.Optional;

/**
 * Answers each write as the store would, by the write's own guard, and writes nothing.
 *
 * @param store whose records are read
 */
record DryRunStore(IdempotencyStore store) implements IdempotencyStore {
  @Override
  public WriteResult write(Write write) {
    Optional<IdempotencyRecord> current = find(write.id());
    return write.guard().holds(current)
        ? new WriteResult.Written(write.after(current).orElseThrow())
        : new WriteResult.Refused(current);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return store.find(id);
  }

  @Override
  public Optional<AuditLog> trail() {
    return store.trail().map(trail -> new DryRunTrail(this, trail));
  }

  private record DryRunTrail(DryRunStore records, AuditLog trail) implements AuditLog {
    @Override
    public WriteResult write(Write.ByOperator write, TrailEntry entry) {
      return records.write(write);
    }

    @Override
    public boolean erase(RecordId id, TrailEntry entry) {
      return !entries(id).isEmpty();
    }

    @Override
    public List<TrailEntry> entries(RecordId id) {
      return trail.entries(id);
    }
  }
}
