package dev.effectivelyonce.batch;

import java.time.Duration;
import java.util.Optional;

/** The instruction to a source about one message. */
public sealed interface Disposition {
  /** The record is completed, so the source may delete the message. */
  record Acknowledge() implements Disposition {}

  /**
   * The message failed for good, so its handler will not run again from this source. It goes to the
   * dead-letter queue as soon as the source can move it, or is parked. No message in its lane waits
   * for it.
   *
   * @param why the reason, which contains nothing of the message
   */
  record DeadLetter(String why) implements Disposition {}

  /**
   * The message is reported as failed, and may run again.
   *
   * @param visibleAfter the time after which it comes back; empty: the source decides
   * @param rest what happens to the messages behind it in its lane
   */
  record Fail(Optional<Duration> visibleAfter, Rest rest) implements Disposition {}

  /** The treatment of the messages behind a failed one in its lane. */
  enum Rest {
    /** The failed message may run again, and the rest must not overtake it. */
    WAITS,
    /** The source will give up the failed message next, so no message overtakes it. */
    GOES_ON
  }

  /** Returns a failure after which the lane waits. */
  static Fail waiting(Duration visibleAfter) {
    return new Fail(Optional.of(visibleAfter), Rest.WAITS);
  }

  /** Returns a failure for good. */
  static DeadLetter deadLetter(String why) {
    return new DeadLetter(why);
  }
}
