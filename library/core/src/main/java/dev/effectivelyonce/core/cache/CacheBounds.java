package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;

/**
 * The bounds of a {@link CachingStore}. Whatever exceeds one of them is asked of the store again.
 *
 * @param age how long a record is remembered, counted from when the store was asked
 * @param entries how many records are remembered at most
 * @param bytes how much heap they take together at most: results, steps, keys and whatever else a
 *     record has, by a cautious estimate. A record that is larger is not remembered.
 */
public record CacheBounds(Duration age, int entries, long bytes) {
  /**
   * @throws ConfigurationException if one of them is not positive
   */
  public CacheBounds {
    if (!age.isPositive() || entries < 1 || bytes < 1) {
      throw new ConfigurationException(
          "A window of %s, %s entries and %s bytes remembers nothing"
              .formatted(age, entries, bytes),
          "Make each of the three positive, or leave the window out");
    }
  }

  /** Returns the default: 5 minutes, 10,000 records, 8 MiB. */
  public static CacheBounds standard() {
    return new CacheBounds(Duration.ofMinutes(5), 10_000, 8L * 1024 * 1024);
  }
}
