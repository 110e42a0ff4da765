package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The completed records in a cache. The least recently used ones are removed first. */
final class CompletedRecords {
  /** How many messages of one event are known; further copies of it are asked about again. */
  private static final int COPIES = 4;

  /**
   * @param copies the ids of messages for which the store has returned the record
   */
  private record Entry(IdempotencyRecord record, Instant until, long bytes, Set<String> copies) {}

  private final CacheBounds bounds;
  private final Clock clock;
  private final Map<RecordId, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  CompletedRecords(CacheBounds bounds, Clock clock) {
    this.bounds = bounds;
    this.clock = clock;
  }

  Instant now() {
    return clock.instant();
  }

  /** Returns the record, if it is known for the message; without a message, if it is known. */
  synchronized Optional<IdempotencyRecord> find(RecordId id, Optional<String> message) {
    Optional<Entry> found = Optional.ofNullable(entries.get(id));
    if (found.filter(it -> !now().isBefore(it.until())).isPresent()) {
      forget(id);
      return Optional.empty();
    }
    return found
        .filter(it -> message.isEmpty() || it.copies().contains(message.get()))
        .map(Entry::record);
  }

  /** Forgets a record; returns the messages for which it was known. */
  synchronized Set<String> forget(RecordId id) {
    Entry gone = entries.remove(id);
    if (gone == null) {
      return Set.of();
    }
    bytes -= gone.bytes();
    return gone.copies();
  }

  /**
   * Takes what the store has answered.
   *
   * @param since the record was as it is at this time or later
   * @param message for which it was asked; empty if that does not matter
   * @param before messages for which it was known earlier
   */
  synchronized void saw(
      RecordId id,
      Optional<IdempotencyRecord> answered,
      Instant since,
      Optional<String> message,
      Set<String> before) {
    Set<String> meanwhile = forget(id);
    answered
        .filter(record -> record.status() == Status.COMPLETED)
        .map(record -> entry(record, since.plus(bounds.age()), copies(message, before, meanwhile)))
        .filter(entry -> entry.bytes() <= bounds.bytes())
        .ifPresent(this::put);
  }

  private static Entry entry(IdempotencyRecord record, Instant until, Set<String> copies) {
    return new Entry(record, until, KeptBytes.of(record, copies), copies);
  }

  private void put(Entry entry) {
    entries.put(entry.record().id(), entry);
    bytes += entry.bytes();
    Iterator<Entry> unused = entries.values().iterator();
    while (entries.size() > bounds.entries() || bytes > bounds.bytes()) {
      bytes -= unused.next().bytes();
      unused.remove();
    }
  }

  private static Set<String> copies(
      Optional<String> message, Set<String> before, Set<String> meanwhile) {
    return before.isEmpty() && meanwhile.isEmpty()
        ? message.map(Set::of).orElse(Set.of())
        : Stream.of(message.stream(), meanwhile.stream(), before.stream())
            .flatMap(Function.identity())
            .distinct()
            .limit(COPIES)
            .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
