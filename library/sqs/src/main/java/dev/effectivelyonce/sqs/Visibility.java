package dev.effectivelyonce.sqs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Tells SQS when messages become visible again: failed ones, and those of a handler that runs on
 * ({@link SqsConsumerBuilder#heartbeat}). Safe for use by many threads.
 */
@FunctionalInterface
public interface Visibility {
  /**
   * When a message of this receive becomes visible.
   *
   * @param source its queue
   * @param messageId its id
   * @param receiptHandle its receive
   * @param after from now on, 0 s to 12 h
   */
  record Change(SourceQueue source, String messageId, String receiptHandle, Duration after) {}

  /**
   * Makes the changes, as far as it can before the deadline. It is an improvement only: a message
   * whose visibility is not changed comes back at its queue's own time, so faults are logged and
   * not thrown.
   *
   * @param changes of one batch, perhaps of several queues; not empty
   * @param deadline when it must have returned, or the batch's answer would never reach Lambda, or
   *     what was renewed be over
   */
  void change(List<Change> changes, Instant deadline);
}
