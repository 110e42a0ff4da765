package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.replay.Candidate.Origin;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The cause of a dead letter, in a text that is the same for all letters with this cause. It is the
 * text in the log, which is the error of the record or the problem of the message, with {@code #}
 * for numbers, ids and times.
 */
public final class Cause {
  private static final Pattern VARYING =
      Pattern.compile(
          String.join(
              "|",
              // A time.
              "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z?",
              // A UUID.
              "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
              // A hash or another long id, which has a digit, unlike a word.
              "(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}(?![A-Za-z0-9_-])",
              "(?<![A-Za-z0-9])(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,}(?![A-Za-z0-9])",
              // A number; a name such as Http2 keeps its own.
              "(?<![A-Za-z0-9_$])[0-9]+(?:[.,][0-9]+)*+",
              "[0-9]{4,}"));

  private Cause() {}

  static String of(
      Candidate candidate,
      Optional<IdempotencyRecord> record,
      ReplayDecision decision,
      Instant now) {
    if (candidate.origin() == Origin.OTHER) {
      return "It came from another queue, or its source is not known";
    }
    Optional<String> problem = candidate.received().problem();
    if (problem.isPresent()) {
      return normalized(problem.get());
    }
    return decision.label().equals(LeaveReason.KEY_REUSED.name())
        ? "The key was used with another payload"
        : of(record.filter(it -> !it.isExpired(now)), candidate.received().reason(), now);
  }

  /** Returns the cause of a letter with this record. */
  public static String ofRecord(IdempotencyRecord record, Instant now) {
    return of(Optional.of(record), Optional.empty(), now);
  }

  private static String of(
      Optional<IdempotencyRecord> record, Optional<String> parkedFor, Instant now) {
    return record
        .flatMap(IdempotencyRecord::error)
        .map(ErrorSummary::text)
        .or(() -> parkedFor)
        .map(Cause::normalized)
        .orElseGet(() -> "No error is recorded: " + state(record, now));
  }

  private static String state(Optional<IdempotencyRecord> record, Instant now) {
    return record
        .map(
            it ->
                it.status() == Status.INPROGRESS && !it.isLive(now)
                    ? "an attempt died or outlived its lease"
                    : it.status().name())
        .orElse("no record");
  }

  /**
   * Returns a text with {@code #} in the place of what differs from letter to letter. It is cut as
   * the errors of records are: anybody may have written the reason of a parked record.
   */
  static String normalized(String text) {
    String cut = new ErrorSummary(text.strip()).text();
    return VARYING.matcher(cut.replaceAll("\\s+", " ")).replaceAll("#");
  }

  /**
   * Returns whether a cause contains this part, ignoring case, numbers, ids and times. A part of a
   * cause is taken as it is, too: {@code #} in it may set free what then looks like an id.
   */
  public static boolean contains(String cause, String part) {
    String all = cause.toLowerCase(Locale.ROOT);
    return Stream.of(part, normalized(part))
        .anyMatch(it -> all.contains(it.toLowerCase(Locale.ROOT)));
  }
}
