package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.replay.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which of a consumer's listed records are meant. All that is given must match.
 *
 * @param consumer whose records
 * @param state what they mean
 * @param error a part of the record's error
 * @param cause a part of the cause that its dead letter has, as the summary of these has it
 * @param records those that are meant; empty: any
 * @param minAge how long nothing was written to them at least
 * @param maxAge how long nothing was written to them at most
 * @param limit how many, the oldest first
 */
public record Selection(
    ConsumerEntry consumer,
    RecordFilter state,
    Optional<String> error,
    Optional<String> cause,
    Set<RecordId> records,
    Optional<Duration> minAge,
    Optional<Duration> maxAge,
    int limit) {
  /** A limit that is none. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * @throws OperationException if the limit is below 1, or a text is blank, which every record has
   */
  public Selection {
    records = Set.copyOf(records);
    if (Stream.of(error, cause).flatMap(Optional::stream).anyMatch(String::isBlank)) {
      throw OperationException.usage(
          "The error or the cause to choose by is blank", "Name a part of its text, or none");
    }
    if (limit < 1) {
      throw OperationException.usage("The limit is " + limit, "Give --limit 1 or more");
    }
  }

  /** Returns whether a record is one of them, as of this time, and was not written since. */
  boolean includes(IdempotencyRecord record, Instant asOf) {
    Duration age = Duration.between(record.stamp().at(), asOf);
    return !age.isNegative()
        && state.includes(record, State.of(record, asOf))
        && (records.isEmpty() || records.contains(record.id()))
        && cause.filter(text -> !Cause.contains(Cause.ofRecord(record, asOf), text)).isEmpty()
        && error.filter(text -> !says(record, text)).isEmpty()
        && minAge.filter(least -> age.compareTo(least) < 0).isEmpty()
        && maxAge.filter(most -> age.compareTo(most) > 0).isEmpty();
  }

  private static boolean says(IdempotencyRecord record, String text) {
    return record.error().filter(why -> why.text().contains(text)).isPresent();
  }
}
