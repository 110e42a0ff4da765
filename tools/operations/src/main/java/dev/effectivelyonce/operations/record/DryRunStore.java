package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
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
}
