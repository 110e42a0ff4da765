package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.ConfigurationException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The choice of the messages of a run. All that is given must match; the others are left.
 *
 * @param keys business keys as read by people (the parts joined by {@code /}) or their hashes as
 *     reports and logs show them; empty: any
 * @param error what the error of the record contains, whatever its case; a message without a record
 *     or an error does not match. A replay that reopens a record clears its error
 * @param minAge how long ago it was sent at least; in a FIFO dead-letter queue, moved there
 * @param maxAge how long ago it was sent at most; in a FIFO dead-letter queue, moved there
 */
public record ReplayFilter(
    Set<String> keys,
    Optional<String> error,
    Optional<Duration> minAge,
    Optional<Duration> maxAge) {
  /** A filter that matches every message. */
  public static final ReplayFilter NONE =
      new ReplayFilter(Set.of(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * @throws ConfigurationException if a key or the error is blank, an age is negative, or the ages
   *     leave nothing between them
   */
  public ReplayFilter {
    keys = Set.copyOf(keys);
    if (keys.stream().anyMatch(String::isBlank)) {
      throw new ConfigurationException("A key to replay is blank", "Name keys or their hashes");
    }
    if (error.filter(String::isBlank).isPresent()) {
      throw new ConfigurationException(
          "The error to replay is blank", "Name a part of the error's text, or none");
    }
    minAge.filter(Duration::isNegative).ifPresent(age -> refuse("The least age " + age));
    Duration least = minAge.orElse(Duration.ZERO);
    maxAge
        .filter(greatest -> greatest.compareTo(least) < 0)
        .ifPresent(greatest -> refuse("The greatest age " + greatest + " is below " + least));
  }

  /** Returns this filter for these keys. */
  public ReplayFilter withKeys(Set<String> others) {
    return new ReplayFilter(others, error, minAge, maxAge);
  }

  /** Returns this filter for records whose error contains this. */
  public ReplayFilter withError(String part) {
    return new ReplayFilter(keys, Optional.of(part), minAge, maxAge);
  }

  /** Returns this filter for messages of at least this age. */
  public ReplayFilter withMinAge(Duration age) {
    return new ReplayFilter(keys, error, Optional.of(age), maxAge);
  }

  /** Returns this filter for messages of at most this age. */
  public ReplayFilter withMaxAge(Duration age) {
    return new ReplayFilter(keys, error, minAge, Optional.of(age));
  }

  private static void refuse(String what) {
    throw new ConfigurationException(what + " is not usable", "Give ages from zero upwards");
  }
}
