package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Optional;

/** An answer, as a trace tells it. */
record TracedAnswer(Object answer) {
  @Override
  public String toString() {
    return switch (answer) {
      case WriteResult.Written(IdempotencyRecord record) -> "written: " + brief(record);
      case WriteResult.Refused(Optional<IdempotencyRecord> current) ->
          "refused by " + current.map(TracedAnswer::brief).orElse("nothing");
      case Optional<?> maybe -> maybe.map(it -> new TracedAnswer(it).toString()).orElse("nothing");
      case IdempotencyRecord record -> brief(record);
      default -> answer.toString();
    };
  }

  private static String brief(IdempotencyRecord record) {
    return "%s of %s, attempt %s, lease until %s"
        .formatted(record.status(), record.owner(), record.attempt(), record.leaseUntil());
  }
}
