package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.AuditLog;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The trails of an {@link InMemoryStore}, under the store's lock. */
final class InMemoryTrail implements AuditLog {
  private final InMemoryStore store;
  private final Map<RecordId, List<TrailEntry>> trails = new HashMap<>();

  InMemoryTrail(InMemoryStore store) {
    this.store = store;
  }

  @Override
  public WriteResult write(Write.ByOperator write, TrailEntry entry) {
    synchronized (store) {
      List<TrailEntry> before = entries(write.id());
      if (before.stream().anyMatch(it -> it.id().equals(entry.id()))) {
        return new Written(write.after(Optional.of(write.seen())).orElseThrow());
      }
      WriteResult result = store.write(write);
      if (result instanceof Written) {
        put(write.id(), write instanceof Write.Erase ? erased(before) : before, entry);
      }
      return result;
    }
  }

  @Override
  public boolean erase(RecordId id, TrailEntry entry) {
    synchronized (store) {
      List<TrailEntry> before = entries(id);
      if (before.stream().noneMatch(it -> it.id().equals(entry.id())) && !before.isEmpty()) {
        put(id, erased(before), entry);
      }
      return !before.isEmpty();
    }
  }

  private void put(RecordId id, List<TrailEntry> before, TrailEntry entry) {
    Stream<TrailEntry> kept = before.stream().skip(Math.max(0, before.size() + 1 - KEPT));
    trails.put(id, Stream.concat(kept, Stream.of(entry)).toList());
  }

  private static List<TrailEntry> erased(List<TrailEntry> entries) {
    return entries.stream().map(TrailEntry::erased).toList();
  }

  @Override
  public List<TrailEntry> entries(RecordId id) {
    synchronized (store) {
      return trails.getOrDefault(id, List.of());
    }
  }
}
