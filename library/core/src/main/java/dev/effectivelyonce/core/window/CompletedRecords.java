package dev.effectivelyonce.core.window;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.StoredResult;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The completed records that a window remembers; those unused for longest go first. */
final class CompletedRecords {
  private record Entry(IdempotencyRecord record, Instant until, long bytes) {}

  private final WindowBounds bounds;
  private final Clock clock;
  private final Map<RecordId, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  CompletedRecords(WindowBounds bounds, Clock clock) {
    this.bounds = bounds;
    this.clock = clock;
  }

  Instant now() {
    return clock.instant();
  }

  synchronized Optional<IdempotencyRecord> find(RecordId id) {
    Optional<Entry> found = Optional.ofNullable(entries.get(id));
    if (found.filter(it -> !now().isBefore(it.until())).isPresent()) {
      forget(id);
      return Optional.empty();
    }
    return found.map(Entry::record);
  }

  synchronized void forget(RecordId id) {
    Optional.ofNullable(entries.remove(id)).ifPresent(gone -> bytes -= gone.bytes());
  }

  /**
   * Takes what the store has answered.
   *
   * @param since the record was as it is at this time or later
   */
  synchronized void saw(RecordId id, Optional<IdempotencyRecord> answered, Instant since) {
    forget(id);
    answered
        .filter(record -> record.status() == Status.COMPLETED)
        .map(record -> new Entry(record, until(record, since), bytes(record.result())))
        .filter(entry -> now().isBefore(entry.until()) && entry.bytes() <= bounds.resultBytes())
        .ifPresent(this::put);
  }

  private Instant until(IdempotencyRecord record, Instant since) {
    Instant end = since.plus(bounds.age());
    Instant kept = record.stamp().keptUntil();
    return kept.isBefore(end) ? kept : end;
  }

  private void put(Entry entry) {
    entries.put(entry.record().id(), entry);
    bytes += entry.bytes();
    Iterator<Entry> unused = entries.values().iterator();
    while (entries.size() > bounds.entries() || bytes > bounds.resultBytes()) {
      bytes -= unused.next().bytes();
      unused.remove();
    }
  }

  private static long bytes(StoredResult result) {
    return result instanceof StoredResult.Text(String text)
        ? text.getBytes(StandardCharsets.UTF_8).length
        : 0;
  }
}
