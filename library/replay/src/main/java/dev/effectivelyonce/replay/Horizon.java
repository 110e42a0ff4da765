package dev.effectivelyonce.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time back to which a missing record proves that nothing was done. A record is kept for the
 * retention after its last write, which is never before the message was sent. So a younger message
 * without a record never had one.
 *
 * @param retention how long records are kept
 * @param lag how long before its timestamp a message may have been sent. On standard queues, where
 *     a dead letter keeps the time of its sending, as far as clocks differ. A FIFO dead letter has
 *     the time of its move, up to the source queue's own retention later
 */
record Horizon(Duration retention, Duration lag) {
  /** The most by which the clocks of consumers, SQS and the replay may differ. */
  static final Duration SKEW = Duration.ofMinutes(15);

  static Horizon of(LetterQueue queue, QueuePair.Facts facts) {
    Duration lag = queue.isFifo() ? facts.sourceRetention() : Duration.ZERO;
    return new Horizon(queue.retention(), lag.plus(SKEW));
  }

  /** Returns whether a message may be older than its record would be; one without a time may. */
  boolean isBeyond(Optional<Instant> sentAt, Instant now) {
    return sentAt.map(at -> !now.isBefore(at.minus(lag).plus(retention))).orElse(true);
  }
}
