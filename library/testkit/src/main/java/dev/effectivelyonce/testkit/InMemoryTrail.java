package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.TrailEntry;
import dev.effectivelyonce.core.store.OperatorTrail;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Written;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The trails of an {@link InMemoryStore}, under the store's lock. */
final class InMemoryTrail implements OperatorTrail {
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
        Stream<TrailEntry> kept = before.stream().skip(Math.max(0, before.size() + 1 - KEPT));
        trails.put(
            write.id(),
            Stream.concat(
                    write instanceof Write.Erase ? kept.map(TrailEntry::erased) : kept,
                    Stream.of(entry))
                .toList());
      }
      return result;
    }
  }

  @Override
  public List<TrailEntry> entries(RecordId id) {
    synchronized (store) {
      return trails.getOrDefault(id, List.of());
    }
  }
}
