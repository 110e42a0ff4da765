package dev.effectivelyonce.operations.doctor;

import dev.effectivelyonce.operations.aws.QueueSettings;
import dev.effectivelyonce.operations.deployed.LookupResult;
import dev.effectivelyonce.operations.problem.AwsErrors;
import java.time.Duration;

/** Rules of a source queue and its dead-letter queue. */
final class QueueChecks {
  private QueueChecks() {}

  static void pair(QueueSettings source, QueueSettings deadLetters, Examination found) {
    found.require(
        source.isFifo() == deadLetters.isFifo(),
        deadLetters.name(),
        "its kind (" + kind(deadLetters) + ") is not that of its source queue",
        "Make it " + kind(source) + ": SQS moves messages only between queues of the same kind");
    found.of(
        both(source, deadLetters),
        deadLetters.name(),
        "how long messages are kept",
        kept ->
            found.require(
                kept.deadLetters().compareTo(kept.source()) >= 0,
                deadLetters.name(),
                "it keeps messages for %s, less than the source queue (%s)"
                    .formatted(kept.deadLetters(), kept.source()),
                "Raise its retention: a message of a standard queue keeps its age when it moves,"
                    + " and would be gone before anybody looks"));
  }

  /** How long both queues keep a message. */
  record Kept(Duration source, Duration deadLetters) {}

  static LookupResult<Kept> both(QueueSettings source, QueueSettings deadLetters) {
    return source
        .retention()
        .flatMap(first -> deadLetters.retention().map(second -> new Kept(first, second)))
        .<LookupResult<Kept>>map(LookupResult.Value::new)
        .orElseGet(() -> new LookupResult.Unknown<>("the queues do not say", AwsErrors.BY_HAND));
  }

  private static String kind(QueueSettings queue) {
    return queue.isFifo() ? "FIFO" : "standard";
  }
}
