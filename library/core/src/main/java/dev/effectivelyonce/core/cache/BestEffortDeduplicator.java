package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Recognizes copies of an event that reach one process within a short time. It is meant for counts
 * and other analytics. It has no store and gives no guarantee: a restart forgets everything, other
 * processes know nothing of its keys, and a full cache forgets its oldest keys. An event may count
 * twice, and one whose handler fails counts as seen until {@link #forget}. Never use it for effects
 * that matter. Use an engine with a store for those. Safe for use by many threads.
 */
public final class BestEffortDeduplicator {
  private final Duration age;
  private final int entries;
  private final Clock clock;
  private final Map<String, Instant> seen = new LinkedHashMap<>();

  /**
   * @param age how long a key is remembered after it was first seen
   * @param entries the maximum number of keys that are remembered
   * @throws ConfigurationException if age or entries are not positive
   */
  public BestEffortDeduplicator(Duration age, int entries, Clock clock) {
    if (!age.isPositive() || entries < 1) {
      throw new ConfigurationException(
          "A memory of %s and %s entries remembers nothing".formatted(age, entries),
          "Make both positive");
    }
    this.age = age;
    this.entries = entries;
    this.clock = clock;
  }

  /**
   * Returns whether this process saw the key within the age limit, and remembers the key if it did
   * not.
   */
  public synchronized boolean hasSeen(String key) {
    Instant now = clock.instant();
    Optional<Instant> before = Optional.ofNullable(seen.get(key));
    if (before.filter(first -> now.isBefore(first.plus(age))).isPresent()) {
      return true;
    }
    // Removed first, since a key that is put again would keep its old place.
    seen.remove(key);
    seen.put(key, now);
    if (seen.size() > entries) {
      seen.remove(seen.keySet().iterator().next());
    }
    return false;
  }

  /** Forgets a key, for example because the handler failed and the event will come back. */
  public synchronized void forget(String key) {
    seen.remove(key);
  }
}
