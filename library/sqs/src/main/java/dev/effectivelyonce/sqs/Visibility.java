package dev.effectivelyonce.sqs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Changes when messages become visible again: failed ones, and those of a handler that runs on
 * ({@link SqsConsumerBuilder#heartbeat}). Safe for use by many threads.
 */
@FunctionalInterface
public interface Visibility {
  /**
   * The time at which a message of this receive becomes visible.
   *
   * @param source its queue
   * @param messageId its id
   * @param receiptHandle its receive
   * @param after from now on, 0 s to 12 h
   */
  record Change(SourceQueue source, String messageId, String receiptHandle, Duration after) {}

  /**
   * Makes the changes, as far as it can before the deadline. Faults are logged and not thrown: a
   * message whose visibility is not changed comes back at its queue's own time.
   *
   * @param changes of one batch, perhaps of several queues; not empty
   * @param deadline when it must have returned; later the batch's answer would be lost, or a
   *     renewed lease be over
   */
  void change(List<Change> changes, Instant deadline);
}
