package dev.effectivelyonce.benchmarks.subject;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.testkit.InMemoryGroups;
import java.util.Optional;

/** Says yes to everything, and keeps nothing. Takes groups of writes, as DynamoDB does. */
public final class AcceptingStore implements IdempotencyStore {
  @Override
  public Optional<GroupWriter> groups() {
    return Optional.of(new InMemoryGroups(this));
  }

  @Override
  public WriteResult write(Write write) {
    return new Written(write.after(write.known()).orElseThrow());
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return Optional.empty();
  }
}
