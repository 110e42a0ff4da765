package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which of a consumer's listed records are meant. All that is given must match.
 *
 * @param consumer whose records
 * @param state what they mean
 * @param error a part of the record's error
 * @param minAge how long nothing was written to them at least
 * @param maxAge how long nothing was written to them at most
 * @param limit how many, the oldest first
 */
public record Selection(
    ConsumerEntry consumer,
    RecordFilter state,
    Optional<String> error,
    Optional<Duration> minAge,
    Optional<Duration> maxAge,
    int limit) {
  /** A limit that is none. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * @throws OperationException if the limit is below 1
   */
  public Selection {
    if (limit < 1) {
      throw OperationException.usage("The limit is " + limit, "Give --limit 1 or more");
    }
  }

  /** Returns whether a record is one of them, as of this time, and was not written since. */
  boolean includes(IdempotencyRecord record, Instant asOf) {
    Duration age = Duration.between(record.stamp().at(), asOf);
    return !age.isNegative()
        && state.includes(record, State.of(record, asOf))
        && error.filter(text -> !says(record, text)).isEmpty()
        && minAge.filter(least -> age.compareTo(least) < 0).isEmpty()
        && maxAge.filter(most -> age.compareTo(most) > 0).isEmpty();
  }

  private static boolean says(IdempotencyRecord record, String text) {
    return record.error().filter(why -> why.text().contains(text)).isPresent();
  }
}
