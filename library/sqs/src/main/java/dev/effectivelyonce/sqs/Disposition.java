package dev.effectivelyonce.sqs;

import java.time.Duration;
import java.util.Optional;

/** What SQS is told about one message. */
sealed interface Disposition {
  /** Its record is completed: SQS may delete it. */
  record Acknowledge() implements Disposition {}

  /**
   * It is reported as failed.
   *
   * @param visibleAfter when it comes back; empty: at the queue's own time
   * @param rest what becomes of the messages behind it in its lane
   */
  record Fail(Optional<Duration> visibleAfter, Rest rest) implements Disposition {}

  /** What becomes of the messages behind a failed one in its lane. */
  enum Rest {
    /** It may run again, and they must not overtake it. */
    WAITS,
    /** Its handler will not run again from this queue, so they can't overtake it. */
    GOES_ON
  }

  /** A failure after which its lane waits. */
  static Fail waiting(Duration visibleAfter) {
    return new Fail(Optional.of(visibleAfter), Rest.WAITS);
  }

  /** On its way to the dead-letter queue, as fast as SQS can. */
  static Fail deadLetter() {
    return new Fail(Optional.of(Duration.ZERO), Rest.GOES_ON);
  }
}
