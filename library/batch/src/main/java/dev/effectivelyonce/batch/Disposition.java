package dev.effectivelyonce.batch;

import java.time.Duration;
import java.util.Optional;

/** What a source is to do with one message. */
public sealed interface Disposition {
  /** The record is completed, so the source may delete the message. */
  record Acknowledge() implements Disposition {}

  /**
   * The message failed for good: its handler will not run again from this source. It goes to the
   * dead-letter queue, as fast as the source can, or is parked. Nothing waits for it in its lane.
   *
   * @param why the reason, which shows nothing of its content
   */
  record DeadLetter(String why) implements Disposition {}

  /**
   * The message is reported as failed, and may run again.
   *
   * @param visibleAfter when it comes back; empty: at the source's own time
   * @param rest what becomes of the messages behind it in its lane
   */
  record Fail(Optional<Duration> visibleAfter, Rest rest) implements Disposition {}

  /** The treatment of the messages behind a failed one in its lane. */
  enum Rest {
    /** The failed message may run again, and the rest must not overtake it. */
    WAITS,
    /** The source gives the failed message up next, so nothing overtakes it. */
    GOES_ON
  }

  /** Returns a failure after which its lane waits. */
  static Fail waiting(Duration visibleAfter) {
    return new Fail(Optional.of(visibleAfter), Rest.WAITS);
  }

  /** Returns a failure for good. */
  static DeadLetter deadLetter(String why) {
    return new DeadLetter(why);
  }
}
