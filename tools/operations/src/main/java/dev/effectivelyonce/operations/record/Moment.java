package dev.effectivelyonce.operations.record;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Something that happened to an event.
 *
 * @param at when
 * @param what in words
 */
public record Moment(Instant at, String what) {
  /** Returns what a record tells: when each step first began, and its last change. */
  public static List<Moment> of(IdempotencyRecord record) {
    Stream<Moment> steps =
        record.steps().stream()
            .flatMap(
                step ->
                    step.begunAt().stream()
                        .map(
                            at ->
                                new Moment(
                                    at,
                                    "step %s first begun; now %s, attempt %s%s"
                                        .formatted(
                                            step.name(),
                                            step.state(),
                                            step.attempt(),
                                            step.why().map(why -> ": " + why).orElse("")))));
    Moment last =
        change(
            record.stamp().at(),
            record.status().name(),
            Integer.toString(record.attempt()),
            record.error().map(Object::toString));
    return Stream.concat(steps, Stream.of(last)).toList();
  }

  /**
   * Returns a change of a record, as the record or an entry of its trail tells it.
   *
   * @param why the record's error, if it has one
   */
  public static Moment change(Instant at, String status, String attempt, Optional<String> why) {
    return new Moment(
        at, "record %s, attempt %s%s".formatted(status, attempt, why.map(": "::concat).orElse("")));
  }
}
