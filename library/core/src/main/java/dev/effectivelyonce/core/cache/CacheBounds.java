package dev.effectivelyonce.core.cache;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;

/**
 * The bounds of a {@link CachingStore}. For a record that exceeds one of them, the store is asked
 * again.
 *
 * @param age how long a record is remembered after the store was asked
 * @param entries the maximum number of records that are remembered
 * @param bytes the maximum heap that all records take together, by a cautious estimate that
 *     includes results, steps and keys; a larger record is not remembered
 */
public record CacheBounds(Duration age, int entries, long bytes) {
  /**
   * @throws ConfigurationException if a bound is not positive
   */
  public CacheBounds {
    if (!age.isPositive() || entries < 1 || bytes < 1) {
      throw new ConfigurationException(
          "A cache of %s, %s entries and %s bytes remembers nothing".formatted(age, entries, bytes),
          "Make each of the three positive, or leave the cache out");
    }
  }

  /** Returns the default: 5 minutes, 10,000 records, 8 MiB. */
  public static CacheBounds standard() {
    return new CacheBounds(Duration.ofMinutes(5), 10_000, 8L * 1024 * 1024);
  }
}
