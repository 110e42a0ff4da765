package dev.effectivelyonce.powertools;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;

/**
 * A cache of completed records that this environment has seen; it drops the least recently used
 * first. Records are final, except for an operator's decision, which the cache does not see. Safe
 * for use by many threads.
 */
final class ResultCache {
  private final Map<RecordId, IdempotencyRecord> records;

  private ResultCache(int capacity) {
    this.records = Collections.synchronizedMap(new Recent(capacity));
  }

  /** Returns a cache as configured; without local cache it keeps nothing. */
  static ResultCache of(IdempotencyConfig config) {
    return new ResultCache(config.useLocalCache() ? config.getLocalCacheMaxItems() : 0);
  }

  void keep(IdempotencyRecord completed) {
    records.put(completed.id(), completed);
  }

  Optional<IdempotencyRecord> find(RecordId id, Instant now) {
    return Optional.ofNullable(records.get(id)).filter(record -> !record.isExpired(now));
  }

  private static final class Recent extends LinkedHashMap<RecordId, IdempotencyRecord> {
    private final int capacity;

    Recent(int capacity) {
      super(16, 0.75f, true);
      this.capacity = capacity;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<RecordId, IdempotencyRecord> eldest) {
      return size() > capacity;
    }
  }
}
