package dev.effectivelyonce.local.template;

import dev.effectivelyonce.local.template.EventSourceResource.BatchReporting;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a mapping does about events that fail.
 *
 * @param onError what becomes of an event whose invocation failed as a whole
 * @param maximumRetries how often an event is tried again, up to 10,000; empty for ever, or 10
 *     times where there is a destination
 * @param maximumAge the age from which on a record is given up, from 1 minute to 7 days
 */
public record FailureHandling(
    BatchReporting reporting,
    ErrorPolicy onError,
    OptionalInt maximumRetries,
    Optional<Duration> maximumAge,
    OnFailure destination) {
  private static final int MOST_RETRIES = 10_000;
  private static final int RETRIES_BEFORE_DESTINATION = 10;
  private static final Duration LEAST_AGE = Duration.ofMinutes(1);
  private static final Duration GREATEST_AGE = Duration.ofDays(7);

  /** What becomes of an event whose invocation failed as a whole. */
  public enum ErrorPolicy {
    /** Try it again as it is. */
    RETRY,
    /** Try its halves, one after the other. */
    BISECT
  }

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if a value is out of AWS's range
   */
  public FailureHandling {
    maximumRetries.ifPresent(
        most -> {
          if (most < 0 || most > MOST_RETRIES) {
            throw new IllegalArgumentException("There are 0 to 10,000 retries, not " + most);
          }
        });
    maximumAge.ifPresent(
        age -> {
          if (age.compareTo(LEAST_AGE) < 0 || age.compareTo(GREATEST_AGE) > 0) {
            throw new IllegalArgumentException(
                "A record's maximum age is 60 to 604,800 seconds, not " + age);
          }
        });
  }

  /** AWS's defaults: whole batches, tried again for ever. */
  public static FailureHandling defaults() {
    return new FailureHandling(
        BatchReporting.WHOLE_BATCH,
        ErrorPolicy.RETRY,
        OptionalInt.empty(),
        Optional.empty(),
        new OnFailure.Skip());
  }

  /** The same with a function that names the records that failed. */
  public FailureHandling reportingItems() {
    return new FailureHandling(
        BatchReporting.ITEM_FAILURES, onError, maximumRetries, maximumAge, destination);
  }

  /** The same with events split where an invocation fails. */
  public FailureHandling bisecting() {
    return new FailureHandling(
        reporting, ErrorPolicy.BISECT, maximumRetries, maximumAge, destination);
  }

  /** The same with so many retries at most. */
  public FailureHandling retries(int most) {
    return new FailureHandling(reporting, onError, OptionalInt.of(most), maximumAge, destination);
  }

  /** The same without records that are older. */
  public FailureHandling maximumAge(Duration age) {
    return new FailureHandling(reporting, onError, maximumRetries, Optional.of(age), destination);
  }

  /** The same with a destination for what is given up. */
  public FailureHandling to(OnFailure other) {
    return new FailureHandling(reporting, onError, maximumRetries, maximumAge, other);
  }

  /** Returns whether an event that was tried again this often is given up when it fails again. */
  public boolean isExhausted(int retries) {
    if (maximumRetries.isPresent()) {
      return retries >= maximumRetries.getAsInt();
    }
    return !(destination instanceof OnFailure.Skip) && retries >= RETRIES_BEFORE_DESTINATION;
  }
}
