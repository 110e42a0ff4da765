package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A store whose failover forgets the last writes that it answered, unless it keeps them all. */
final class ForgettingStore implements IdempotencyStore {
  /** A record as it was before a write. */
  private record Before(RecordId id, Optional<IdempotencyRecord> record) {}

  private final Durability durability;
  private final Map<RecordId, IdempotencyRecord> records = new HashMap<>();
  private final Map<RecordId, Integer> forgotten = new HashMap<>();
  private final Deque<Before> unreplicated = new ArrayDeque<>();

  ForgettingStore(Durability durability) {
    this.durability = durability;
  }

  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public WriteResult write(Write write) {
    Optional<IdempotencyRecord> current = find(write.id());
    if (!write.guard().holds(current)) {
      return new WriteResult.Refused(current);
    }
    IdempotencyRecord after = write.after(current).orElseThrow();
    records.put(after.id(), after);
    if (durability == Durability.ASYNC) {
      unreplicated.push(new Before(after.id(), current));
    }
    return new WriteResult.Written(after);
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return Optional.ofNullable(records.get(id));
  }

  /** Promotes a replica that has all writes but the last ones, so many at most. */
  void failOver(int behind) {
    for (int i = 0; i < behind && !unreplicated.isEmpty(); i++) {
      Before last = unreplicated.pop();
      records.remove(last.id());
      last.record().ifPresent(it -> records.put(it.id(), it));
      forgotten.merge(last.id(), 1, Integer::sum);
    }
    unreplicated.clear();
  }

  /** Returns how many answered writes of a record were forgotten. */
  int forgotten(RecordId id) {
    return forgotten.getOrDefault(id, 0);
  }
}
